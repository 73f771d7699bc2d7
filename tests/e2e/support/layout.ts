import type { Page } from 'playwright-core';

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Whether it is touched with fingers: there is no mouse then, and what is pressed must have a finger's size. */
  readonly isTouched?: boolean;
}

/** A desktop, a small laptop's window, a phone held sideways and upright, and the smallest phone. */
export const SCREENS: readonly Screen[] = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 844, height: 390, isTouched: true },
  { width: 390, height: 844, isTouched: true },
  { width: 320, height: 640, isTouched: true },
];

/**
 * Looks at a page of the gallery: is any control cut off, covered by another or too small for a finger, and does any
 * text on the canvas stick out of it, or lie over other text or below a button?
 */
export function complaintsAboutLayout(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Bounds {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
    interface Part {
      readonly visible: boolean;
      readonly renderable: boolean;
      readonly alpha: number;
      readonly label: string;
      readonly text?: string;
      readonly children: readonly Part[];
      getBounds(): Bounds;
    }
    interface Named {
      readonly name: string;
      readonly box: Bounds;
    }
    /** In pixels: a fraction of one is a matter of rounding. */
    const SLACK = 1.5;
    const FINGER = 40;
    /** Of the screen, on those that are touched. */
    const LEAST_PICTURE = 0.5;
    const complaints: string[] = [];
    const isTouched = matchMedia('(pointer: coarse)').matches;

    const controls: Named[] = [];
    const query = 'button, a[href], select, input, summary, [role="slider"]';
    for (const control of document.querySelectorAll<HTMLElement>(query)) {
      if (!control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
      const box = control.getBoundingClientRect();
      const name = `“${control.getAttribute('aria-label') ?? (control.textContent || control.id).trim()}”`;
      // What can be scrolled to is not cut off.
      const scrolling = control.closest('#scene-list, #panels, #inspector, #code-view, #sidebar');
      if (scrolling === null) {
        const isCut = box.left < -SLACK || box.right > innerWidth + SLACK || box.bottom > innerHeight + SLACK;
        if (isCut) complaints.push(`${name} sticks out of the window`);
        if (control.scrollWidth > control.clientWidth + SLACK) complaints.push(`${name} is too narrow for its label`);
        controls.push({ name, box });
      }
      if (isTouched && scrolling?.id !== 'code-view') {
        // A checkbox is pressed by its label; what lies over a control and takes its clicks counts for it.
        const area = (control.closest('label') ?? control).getBoundingClientRect();
        if (area.width < FINGER - SLACK || area.height < FINGER - SLACK)
          complaints.push(`${name} is ${Math.round(area.width)} × ${Math.round(area.height)} pixels`);
      }
    }
    compare(controls, controls);

    const canvas = document.querySelector<HTMLElement>('#canvas')!.getBoundingClientRect();
    const share = (canvas.width * canvas.height) / (innerWidth * innerHeight);
    if (isTouched && share < LEAST_PICTURE)
      complaints.push(`the picture has ${Math.round(100 * share)} % of the screen`);
    const { app } = window.__gallery as unknown as { app: { stage: Part } };
    const texts: Named[] = [];
    const collect = (part: Part, isFixed: boolean): void => {
      if (!part.visible || !part.renderable || part.alpha === 0) return;
      // What is named so by the gallery lies over the picture and does not move with it.
      const fixed = isFixed || part.label === 'hud';
      if (fixed && typeof part.text === 'string' && part.text.trim() !== '') {
        const { x, y, width, height } = part.getBounds();
        texts.push({ name: `“${part.text.split('\n')[0]}”`, box: { x: x + canvas.x, y: y + canvas.y, width, height } });
      }
      for (const child of part.children) collect(child, fixed);
    };
    collect(app.stage, false);
    for (const { name, box } of texts) {
      const out = Math.max(canvas.x - box.x, canvas.y - box.y, box.x + box.width - canvas.x - canvas.width);
      if (Math.max(out, box.y + box.height - canvas.y - canvas.height) > SLACK)
        complaints.push(`${name} sticks out of the picture`);
    }
    compare(texts, texts);
    compare(texts, controls);
    return complaints;

    function compare(some: readonly Named[], others: readonly Named[]): void {
      some.forEach((one, i) => {
        others.forEach((other, j) => {
          if (some === others && j <= i) return;
          const across = Math.min(one.box.x + one.box.width, other.box.x + other.box.width);
          const down = Math.min(one.box.y + one.box.height, other.box.y + other.box.height);
          const isOver = across - Math.max(one.box.x, other.box.x) > SLACK;
          if (isOver && down - Math.max(one.box.y, other.box.y) > SLACK)
            complaints.push(`${one.name} and ${other.name} overlap`);
        });
      });
    }
  });
}
