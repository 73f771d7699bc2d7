import { refuse } from '../errors.ts';

/** @throws CollisionError `invalid-shape` for what cannot be what a shape maker returned. */
export function requireSpec(name: string, spec: { readonly kind: number }): void {
  if (Number.isInteger(spec?.kind)) return;
  refuse('invalid-shape', name, 'what a shape maker returned', spec);
}
