export * from './collide-convex.ts';
export * from './contact-layout.ts';
export * from './convex-piece.ts';
