import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../../../src/2d/geometry/ray/cast-ray-piece.ts';
import { ShapeCast } from '../../../src/2d/queries/cast-shape.ts';
import type { OneWayRule } from '../one-way-rule.ts';

/** A cast that one-way colliders stop on their side only. */
export class GatedCast extends ShapeCast {
  rule: OneWayRule | undefined;

  override forget(): void {
    super.forget();
    this.rule = undefined;
  }

  protected override admits(slot: number, child: number, hit: Float64Array): boolean {
    const { rule } = this;
    if (rule === undefined) return true;
    const isMoving = hit[HIT_FRACTION] > 0;
    rule.met[0] = isMoving ? hit[HIT_NORMAL_X] : 0;
    rule.met[1] = isMoving ? hit[HIT_NORMAL_Y] : 0;
    return rule.stops(this.mover, this.caster, slot, child);
  }
}
