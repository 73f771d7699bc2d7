/** Rays. */
export { castRaySegment } from './cast-ray-segment.ts';
