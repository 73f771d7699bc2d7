export { orient2d } from '../../../core/exact-arithmetic.ts';
