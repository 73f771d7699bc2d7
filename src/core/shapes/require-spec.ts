import { refuse } from '../errors.ts';

/** What a shape maker returns, as far as it can be told without knowing the dimension. */
interface MadeShape {
  readonly kind: number;
  /** 0 for kinds that are not registered. */
  readonly shape?: { readonly record: { readonly kind: number } } | number;
}

/** Refuses what no shape maker returned, and a registered shape under the number of another kind. */
export function requireSpec(name: string, spec: MadeShape): void {
  const shape = spec?.shape;
  const isOfKind = typeof shape !== 'object' || shape === null || shape.record?.kind === spec.kind;
  if (Number.isInteger(spec?.kind) && isOfKind) return;
  refuse('invalid-shape', name, 'what a shape maker returned', spec);
}
