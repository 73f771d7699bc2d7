import { addComponent, addEntity, createWorld, resetWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type Collision, collisionSystem, reconsider, touching } from '../../../entry/2d.ts';
import { GAMES, listen, refusal, take } from '../../support/game-2d.ts';
import type { GameKit } from '../../support/game-kits.ts';

/** What the bundler keeps for a module that it evaluates again. */
interface Hot {
  world?: object;
  stop?: () => void;
}

/** A game's module: evaluated first when the game starts, and again after each change of it. */
function evaluate(kit: GameKit, hot: Hot, say: (text: string) => void): Collision {
  hot.stop?.();
  const isFirst = hot.world === undefined;
  hot.world ??= createWorld();
  const collision = isFirst
    ? kit.createCollision(hot.world, { swept: kit.sweptColliders })
    : kit.collisionOf(hot.world);
  const stops = [
    collision.onBegin((a, b) => say(`begin ${a} ${b}`)),
    collision.onStay((a, b) => say(`stay ${a} ${b}`)),
    collision.onEnd((a, b, { cause }) => say(`end ${a} ${b} ${cause}`)),
  ];
  hot.stop = () => {
    for (const stop of stops) stop();
  };
  return collision;
}

describe.each(GAMES)('in $name', ({ kit, createGame }) => {
  it('a module that is evaluated again goes on with the stores, shapes and contacts of its world', () => {
    const hot: Hot = {};
    const told: string[] = [];
    const first = evaluate(kit, hot, (text) => told.push(`old: ${text}`));
    const world = hot.world!;
    const add = (x: number, shape: object, { Transform, Collider }: Collision) => {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x }));
      addComponent(world, eid, set(Collider, shape));
      return eid;
    };
    const ball = add(0, kit.round(1), first);
    const house = add(0.5, kit.triangle(2), first);
    const tagsOf = ({ Swept }: Collision) => [kit.seamless(world), kit.attachedTo(world), Swept];
    const tags = tagsOf(first);
    collisionSystem(world);
    collisionSystem(world);
    expect(told.splice(0)).toEqual([`old: begin ${ball} ${house}`, `old: stay ${ball} ${house}`]);
    const [before] = Array.from(first.contacts(), ({ id, age }) => ({ id, age }));

    const second = evaluate(kit, hot, (text) => told.push(`new: ${text}`));
    expect(second.Transform.x).toBe(first.Transform.x);
    expect(second.Collider.shape[house]).toBeGreaterThan(0);
    expect(tagsOf(second)).toEqual(tags);
    expect(Array.from(second.contacts(), ({ id, age }) => ({ id, age }))).toEqual([before]);
    // Shapes that were made before are shared, and what is new meets what was there.
    const twin = add(-50, kit.triangle(2), second);
    const wall = add(-1.5, kit.slab(1, 1), second);
    collisionSystem(world);
    expect(told.splice(0).sort()).toEqual([`new: begin ${ball} ${wall}`, `new: stay ${ball} ${house}`]);
    const [after] = Array.from(second.contactsOf(ball, house), ({ id, age }) => ({ id, age }));
    expect(after).toEqual({ id: before.id, age: before.age + 1 });
    expect(twin).toBeGreaterThan(0);
    second.Transform.x[house] = 90;
    collisionSystem(world);
    expect(told).toEqual([`new: end ${ball} ${house} separated`, `new: stay ${ball} ${wall}`]);
    expect(() => kit.createCollision(world)).toThrow(/already has collision, with another swept/);
  });

  describe('createCollision for a world that has collision', () => {
    it('returns what the world has, with contacts and handlers as they are', () => {
      const { world, collision, spawn } = createGame({ margin: 0.1 });
      const log = listen(collision, true);
      const [a, b] = [spawn(0), spawn(1.5)];
      collisionSystem(world);
      const [before] = Array.from(collision.contacts(), ({ id }) => id);
      const again = kit.createCollision(world, { margin: 0.1 });
      expect(again).toBe(collision);
      collisionSystem(world);
      expect(Array.from(again.contacts(), ({ id, age }) => ({ id, age }))).toEqual([{ id: before, age: 1 }]);
      expect(take(log)).toEqual([`begin ${a} ${b}`, `stay ${a} ${b}`]);
    });

    it('asks the new hooks from then on, and leaves the answers that pairs have', () => {
      const world = createWorld();
      const asked: string[] = [];
      const evaluateModule = (name: string, areHit: boolean) =>
        kit.createCollision(world, {
          shouldCollide: (a, b) => asked.push(`${name} ${a} ${b}`) > 0,
          acceptContact: () => areHit,
        });
      const collision = evaluateModule('old', true);
      const OneWay = kit.oneWay(world);
      const add = (x: number): number => {
        const eid = addEntity(world);
        addComponent(world, eid, set(collision.Transform, { x }));
        addComponent(world, eid, set(collision.Collider, kit.round(1)));
        return eid;
      };
      const [a, b] = [add(0), add(1.5)];
      collisionSystem(world);
      expect(asked.splice(0)).toEqual([`old ${a} ${b}`]);
      expect(touching(world, a, b)).toBe(true);
      // What the library asks goes on: contacts are refused by the new module, and by the side that is not solid.
      expect(evaluateModule('new', false)).toBe(collision);
      const c = add(-1.5);
      collisionSystem(world);
      expect(asked.splice(0)).toEqual([`new ${a} ${c}`]);
      expect([touching(world, a, b), touching(world, a, c)]).toEqual([false, false]);
      evaluateModule('newest', true);
      addComponent(world, c, set(OneWay, { normalX: -1, normalY: 0 }));
      reconsider(world, b);
      collisionSystem(world);
      expect(asked.splice(0)).toEqual([`newest ${a} ${b}`]);
      expect([touching(world, a, b), touching(world, a, c)]).toEqual([true, false]);
      // Without hooks nobody is asked.
      expect(kit.createCollision(world)).toBe(collision);
      reconsider(world, a);
      collisionSystem(world);
      expect(asked).toEqual([]);
    });

    it('refuses other options, and changes nothing then', () => {
      const { world, collision, spawn } = createGame({ margin: 0.1, timings: true });
      spawn(0);
      spawn(1.5);
      const refused = {
        capacity: 8,
        maxEntityIndex: 99999,
        shared: true,
        hierarchy: kit.sphereHierarchy,
        margin: 0.2,
        swept: kit.sweptColliders,
        timings: false,
      };
      for (const [key, value] of Object.entries(refused)) {
        expect(refusal(() => kit.createCollision(world, { margin: 0.1, timings: true, [key]: value }))).toBe(
          `invalid-state: this world already has collision, with another ${key}; use collisionOf(world), or dispose() first`,
        );
      }
      expect(refusal(() => kit.createCollision(world, { margin: -1 }))).toContain('invalid-number: margin');
      collisionSystem(world);
      expect(collision.counts.contacts).toBe(1);
      resetWorld(world);
      expect(refusal(() => kit.createCollision(world, { margin: 0.1, timings: true }))).toContain(
        'from before it was reset',
      );
      const history = createGame();
      const past = kit.createCollisionHistory(history.world, { ticks: 2 });
      collisionSystem(history.world);
      past.record();
      expect(refusal(() => kit.createCollision(past.at(1)))).toContain('is not a bitECS world');
    });

    it('is content with another object that names the same stores, not with other stores', () => {
      const world = createWorld();
      const Position = { x: [0, 0, 1.5], y: [0, 0, 0], z: [0, 0, 0] };
      const source = () => ({
        component: Position,
        ...Object.fromEntries(kit.axes.map((axis) => [axis, Position[axis]])),
        x: Position.x,
        y: Position.y,
      });
      const collision = kit.createCollision(world, { transform: source() });
      for (let i = 0; i < 2; i++) {
        const eid = addEntity(world);
        addComponent(world, eid, Position);
        addComponent(world, eid, set(collision.Collider, kit.round(1)));
      }
      collisionSystem(world);
      expect(kit.createCollision(world, { transform: { ...source(), component: [Position] } })).toBe(collision);
      // A module that makes its components anew: nobody has these.
      const Other = { x: [...Position.x], y: [...Position.y] };
      const others = {
        component: { ...source(), component: Other },
        y: { ...source(), y: Other.y },
        scale: { ...source(), scale: [1, 1, 1] },
      };
      for (const transform of Object.values(others)) {
        expect(refusal(() => kit.createCollision(world, { transform }))).toContain('with another transform;');
      }
      expect(refusal(() => kit.createCollision(world))).toContain('with another transform;');
      collisionSystem(world);
      expect(Array.from(collision.contacts(), ({ age }) => age)).toEqual([1]);
    });
  });
});
