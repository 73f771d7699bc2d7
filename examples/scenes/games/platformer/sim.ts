import { addComponent, createWorld, removeComponent, removeEntity } from 'bitecs';
import { capsule, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { Cues } from '../../../shared/juice/cues.ts';
import { HitStop } from '../../../shared/juice/hit-stop.ts';
import { Press } from '../../../shared/press.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { LEVELS } from './level.ts';
import { crumble, movePlatforms } from './platforms.ts';
import { BODY, HALF, Runner } from './runner.ts';
import { Coin, Flag, Goal, Scenery, Spike, Spring } from './scenery.ts';
import { COIN_SCORE, LIFE_SCORE, timeScore, WALKER_SCORE } from './score.ts';
import { pace, Walker } from './walkers.ts';
import { readWish } from './wish.ts';

export const about: SceneAbout = {
  summary: 'Three levels drawn in Tiled: slopes, one-way tops, platforms that carry or crumble, springs, and a goal.',
  hint: 'Arrow keys, A and D or a gamepad run, Space or a button jumps: longer for higher. Down drops through thin floors. Jump onto whoever walks there.',
  touchHint: 'Press left or right of yourself to run, above to jump, below to drop through thin floors.',
};

/** The part of the level that is seen at a time, in units. */
export const WINDOW = { width: 22, height: 12 };

export const COIN_RADIUS = 0.25;

/** Units a second. */
const SPRING = 25;
const LIVES = 5;
/** Ticks in which nothing hurts after something did. */
const SPARED = 60;
/** Ticks for which the player is away when something hurt, and for which a goal that was reached is cheered. */
const AWAY_TICKS = 36;
const CHEER_TICKS = 110;
/** Ticks from one puff of dust to the next behind somebody who runs. */
const PUFF_TICKS = 9;
/** Ticks for which the title of a level is shown. */
const TITLE_TICKS = 150;
const Player = {};

export type CueKind =
  | 'jump'
  | 'land'
  | 'run'
  | 'coin'
  | 'spring'
  | 'squash'
  | 'crumble'
  | 'collapse'
  | 'flag'
  | 'appear'
  | 'hurt'
  | 'fall'
  | 'goal'
  | 'won'
  | 'lost';

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const dice = { roll: createRandom(seed) };
  const input = createSceneInput();
  const cues = new Cues<CueKind>();
  const stop = new HitStop();
  const press = new Press();
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Disabled } = collision;
  const scenery = new Scenery(world, collision);
  const counts = { score: 0, level: 1, coins: 0, lives: LIVES };
  const game = {
    phase: 'play' as 'play' | 'won' | 'lost',
    ticks: 0,
    /** Since the level began. */
    levelTicks: 0,
    viewX: 0,
    viewY: 0,
    facing: 1,
    /** Ticks until the player is there again, and until the next level begins. */
    away: 0,
    cheer: 0,
  };

  const player = scenery.put(capsule(BODY.halfHeight, BODY.radius), 0, 0, Player);
  const runner = new Runner(world, collision, player, {
    isThin: (ground) => scenery.isThin(ground),
    tell: cueAtFeet,
  });
  /** Where the player appears, and the remaining ticks in which nothing hurts. */
  const life = { startX: 0, startY: 0, spared: 0 };
  /** The phase of the moving platforms on their ways, in radians. */
  let angle = 0;
  remember(
    () => ({ dice, life, angle }),
    (was) => void ({ angle } = was),
  );
  begin();

  /** Starts the game anew: the first level, with all lives. */
  function begin(): void {
    dice.roll = createRandom(seed); // the game of this seed, again
    angle = dice.roll() * 6;
    Object.assign(game, { phase: 'play', ticks: 0, facing: 1 });
    Object.assign(counts, { score: 0, coins: 0, lives: LIVES });
    enter(0);
  }

  /** Makes a level, with all its coins and everybody in it. */
  function enter(index: number): void {
    scenery.enter(index, dice.roll);
    life.startX = scenery.start.x;
    life.startY = scenery.start.y;
    counts.level = index + 1;
    game.levelTicks = 0;
    game.cheer = 0;
    placePlayer();
    follow(1);
  }

  function placePlayer(): void {
    runner.place(life.startX, life.startY);
    life.spared = SPARED;
    game.away = 0;
    removeComponent(world, player, Disabled);
    cueAt('appear', player);
  }

  function cueAt(kind: CueKind, eid: number, value = 0): void {
    cues.add(kind, Transform.x[eid], Transform.y[eid], 1, value);
  }

  /** Tells of something at the feet of the player. */
  function cueAtFeet(kind: CueKind, size = 1): void {
    cues.add(kind, Transform.x[player], Transform.y[player] + HALF, size);
  }

  function earn(kind: CueKind, eid: number, points: number): void {
    counts.score += points;
    cueAt(kind, eid, points);
  }

  collision.onBegin([Player], [Coin], (_, coin) => {
    scenery.coins = scenery.coins.filter((eid) => eid !== coin);
    counts.coins++;
    earn('coin', coin, COIN_SCORE);
    removeEntity(world, coin);
  });
  collision.onBegin([Player], [Spike], () => hurt('hurt'));
  collision.onBegin([Player], [Goal], (_, goal) => {
    if (game.phase !== 'play' || game.away > 0) return;
    const points = timeScore(game.levelTicks);
    if (counts.level === LEVELS) {
      earn('won', goal, points + LIFE_SCORE * counts.lives);
      end('won');
    } else {
      earn('goal', goal, points);
      game.cheer = CHEER_TICKS;
    }
  });
  collision.onBegin([Player], [Spring], launch);
  collision.onStay([Player], [Spring], launch);
  collision.onBegin([Player], [Flag], (_, flag) => {
    if (life.startX !== Transform.x[flag]) cueAt('flag', flag);
    life.startX = Transform.x[flag];
    life.startY = Transform.y[flag];
  });
  // A player who comes down onto a walker finishes it; any other touch hurts the player.
  collision.onStay([Player], [Walker], meet);
  collision.onBegin([Player], [Walker], meet);

  function meet(_: number, walker: number): void {
    const isAbove = Transform.y[player] < Transform.y[walker] - 0.3 && runner.speedY > 0;
    if (!isAbove) {
      hurt('hurt');
      return;
    }
    scenery.walkers = scenery.walkers.filter(({ eid }) => eid !== walker);
    earn('squash', walker, WALKER_SCORE);
    stop.hold(4);
    removeEntity(world, walker);
    runner.bounce();
  }

  function launch(_: number, spring: number): void {
    if (runner.speedY < 0) return;
    runner.launch(SPRING);
    scenery.springs.set(spring, game.ticks);
    cueAt('spring', spring);
  }

  function hurt(kind: 'hurt' | 'fall'): void {
    if (game.phase !== 'play' || game.away > 0 || game.cheer > 0 || life.spared > 0) return;
    cueAt(kind, player);
    stop.hold(6);
    addComponent(world, player, Disabled);
    game.away = AWAY_TICKS;
    if (--counts.lives === 0) end('lost');
  }

  function end(phase: 'won' | 'lost'): void {
    if (game.phase !== 'play') return;
    game.phase = phase;
    if (phase === 'lost') cueAt('lost', player);
    press.lock();
  }

  function movePlayer(): void {
    const wish = readWish(input, Transform.x[player] - game.viewX, Transform.y[player] - game.viewY);
    if (wish.x !== 0) game.facing = Math.sign(wish.x);
    runner.step(wish);
    if (runner.isAtFullSpeed && game.ticks % PUFF_TICKS === 0) cueAtFeet('run');
    if (life.spared > 0) life.spared--;
    if (Transform.y[player] > scenery.level.rows + 2) {
      life.spared = 0;
      hurt('fall');
    }
  }

  /** The picture follows by a share of the way, and stops at the ends of the level. */
  function follow(share: number): void {
    const { level } = scenery;
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const x = clamp(Transform.x[player] + 2 * game.facing - WINDOW.width / 2, level.columns - WINDOW.width);
    const y = clamp(Transform.y[player] - WINDOW.height / 2, level.rows - WINDOW.height);
    game.viewX += share * (x - game.viewX);
    game.viewY += share * (y - game.viewY);
  }

  return {
    world,
    collision,
    input,
    counts,
    game,
    press,
    cues,
    seed,
    player,
    runner,
    life,
    scenery,
    titleTicks: () => Math.max(0, TITLE_TICKS - game.levelTicks),
    step() {
      cues.now++;
      const isPressed = press.read(input);
      if (stop.isHolding()) return;
      if (game.phase !== 'play') {
        if (isPressed) begin();
        return;
      }
      if (game.cheer > 0) {
        if (--game.cheer === 0) enter(counts.level);
        return;
      }
      game.ticks++;
      game.levelTicks++;
      movePlatforms(world, collision, scenery.platforms, game.ticks * 0.025 + angle);
      for (const platform of scenery.crumbling) {
        const happened = crumble(world, collision, platform, runner.move);
        if (happened !== undefined) cueAt(happened, platform.eid);
      }
      if (game.away === 0) movePlayer();
      else if (--game.away === 0) placePlayer();
      for (const walker of scenery.walkers) pace(world, collision, walker, [Player]);
      collisionSystem(world);
      follow(0.1);
    },
    hash() {
      const { walkers, platforms } = scenery;
      const eids = [player, ...walkers.map(({ eid }) => eid), ...platforms.map(({ eid }) => eid)];
      const places = eids.flatMap((eid) => [Transform.x[eid], Transform.y[eid]]);
      const numbers = [counts.score, counts.lives, counts.level, game.ticks, runner.speedX, runner.speedY];
      return hashNumbers(places, places.length, hashNumbers(numbers));
    },
  } satisfies Sim & Record<string, unknown>;
}
