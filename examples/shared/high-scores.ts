import { keep, readKept } from '../shell/kept.ts';

export interface HighScore {
  readonly score: number;
  readonly seed: number;
}

const MOST = 5;

/** The best scores of a game, kept where the browser keeps things for a page. */
export class HighScores {
  readonly #key: string;
  #best: readonly HighScore[];

  constructor(game: string) {
    this.#key = `bitecs-collision-scores-${game}`;
    this.#best = this.#read();
  }

  /** The highest first. */
  get best(): readonly HighScore[] {
    return this.#best;
  }

  /** Notes a score, once for each seed, and returns its place: 0 is the best, −1 is none. */
  add(score: number, seed: number): number {
    if (score <= 0) return -1;
    const known = this.#best.some((other) => other.score === score && other.seed === seed);
    if (!known) {
      const all = [...this.#best, { score, seed }].sort((a, b) => b.score - a.score);
      this.#best = all.slice(0, MOST);
      keep(this.#key, JSON.stringify(this.#best));
    }
    return this.#best.findIndex((other) => other.score === score && other.seed === seed);
  }

  #read(): readonly HighScore[] {
    try {
      const kept: unknown = JSON.parse(readKept(this.#key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isHighScore).slice(0, MOST) : [];
    } catch {
      return [];
    }
  }
}

function isHighScore(value: unknown): value is HighScore {
  return (
    value instanceof Object && Number.isFinite((value as HighScore).score) && Number.isFinite((value as HighScore).seed)
  );
}
