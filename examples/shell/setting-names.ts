/**
 * Gives the controls of a pane the labels beside them as names, which a screen reader says. Tweakpane puts the two side
 * by side without a word about their belonging together, and makes sliders of plain elements.
 */
export function nameSettings(panel: HTMLElement): void {
  for (const row of panel.querySelectorAll('.tp-lblv')) {
    const label = row.querySelector('.tp-lblv_l')?.textContent ?? '';
    if (label === '') continue;
    for (const control of row.querySelectorAll('input, select, button, textarea')) {
      control.setAttribute('aria-label', label);
    }
    const slider = row.querySelector('.tp-sldv_t');
    if (slider === null) continue;
    slider.setAttribute('role', 'slider');
    slider.setAttribute('aria-label', label);
    const field = row.querySelector('input');
    const tell = () => slider.setAttribute('aria-valuetext', field?.value ?? '');
    slider.addEventListener('focus', tell);
    // Tweakpane writes the field after it has heard of the key.
    slider.addEventListener('keyup', tell);
    tell();
  }
}
