export * from './collide-boxes.ts';
export * from './collide-capsules.ts';
export * from './collide-circles.ts';
export * from './collide-convex.ts';
export * from './contact-layout.ts';
export * from './convex-piece.ts';
