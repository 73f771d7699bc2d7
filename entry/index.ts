export * from './2d.ts';
