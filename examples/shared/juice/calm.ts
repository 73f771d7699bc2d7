/** Whether the visitor has asked the system for less motion: nothing shakes then, and less flies about. */
export function wantsCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
