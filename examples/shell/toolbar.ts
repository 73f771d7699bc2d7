import { SPEEDS } from './clock.ts';
import { element } from './dom.ts';
import { isTyping } from './input.ts';
import { letterOf } from './keys.ts';
import { canSaveVideo } from './video.ts';

/** What the buttons above the picture do, and the keys that do the same. */
export interface ToolbarActions {
  toggle(): void;
  step(): void;
  back(ticks: number): void;
  restart(): void;
  reseed(): void;
  replay(): void;
  setSpeed(speed: number): void;
  share(): void;
  saveVideo(): void;
  showCode(): void;
  inspect(): void;
  changeTheme(): void;
  toggleBare(): void;
  /** Opens the scene that is so many places further in the list. */
  openNeighbour(by: number): void;
  find(): void;
}

const TICKS_A_SECOND = 60;

export function wireToolbar(actions: ToolbarActions): void {
  const help = element('help', HTMLDialogElement);
  help.addEventListener('click', () => help.close());
  const clicks: Readonly<Record<string, () => void>> = {
    play: actions.toggle,
    paused: actions.toggle,
    step: actions.step,
    back: () => actions.back(1),
    restart: actions.restart,
    reseed: actions.reseed,
    replay: actions.replay,
    share: actions.share,
    video: actions.saveVideo,
    code: actions.showCode,
    theme: actions.changeTheme,
    'full-screen': toggleFullScreen,
    'help-open': () => help.showModal(),
  };
  for (const [id, action] of Object.entries(clicks)) element(id).addEventListener('click', action);

  element('video').hidden = !canSaveVideo();

  const more = element('more');
  more.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('more-open');
    more.setAttribute('aria-expanded', String(isOpen));
  });

  const speed = element('speed', HTMLSelectElement);
  speed.append(...SPEEDS.map((value) => new Option(`${value}×`, String(value), value === 1, value === 1)));
  speed.addEventListener('change', () => {
    actions.setSpeed(Number(speed.value));
    speed.blur();
  });

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    p: actions.toggle,
    n: actions.step,
    b: ({ shiftKey }) => actions.back(shiftKey ? TICKS_A_SECOND : 1),
    r: actions.restart,
    f: toggleFullScreen,
    h: actions.toggleBare,
    i: actions.inspect,
    j: () => actions.openNeighbour(1),
    k: () => actions.openNeighbour(-1),
  };
  addEventListener('keydown', (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[letterOf(event)];
    if (action !== undefined) action(event);
    else if (event.key === '?') help.showModal();
    else if (event.key === '/') {
      event.preventDefault();
      actions.find();
    }
  });
}

/** Shows whether the clock runs; `says` is what lies over the picture while it does not, or nothing. */
export function showPlaying(playing: boolean, says = ''): void {
  const paused = element('paused');
  paused.hidden = playing || says === '';
  if (!paused.hidden) paused.textContent = says;
  const button = element('play');
  button.classList.toggle('playing', playing);
  button.title = playing ? 'Pause (P)' : 'Play (P)';
  button.setAttribute('aria-label', playing ? 'Pause' : 'Play');
}

function toggleFullScreen(): void {
  // Refused where a page may not fill the screen; then all stays as it is.
  const done = document.fullscreenElement === null ? element('stage').requestFullscreen() : document.exitFullscreen();
  done.catch(() => {});
}
