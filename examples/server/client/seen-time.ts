/** Ticks that others are shown behind the newest that is certain: so many packets may be late unnoticed. */
const BEHIND = 2;
const PULL = 0.1;
/** If the shown time is this many ticks off, it jumps. */
const MAX_DISTANCE = 20;

/** The time at which other players are shown, in ticks. It goes on evenly although packets come by fits and starts. */
export class SeenTime {
  now = 0;

  advance(confirmed: number): void {
    const target = confirmed - BEHIND;
    const distance = target - this.now;
    if (Math.abs(distance) > MAX_DISTANCE) this.now = target;
    else this.now += 1 + Math.max(-0.9, Math.min(0.9, (distance - 1) * PULL));
    this.now = Math.max(0, Math.min(this.now, confirmed));
  }
}
