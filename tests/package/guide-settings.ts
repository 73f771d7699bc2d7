import { EXPECT, type Setting, SPAWN } from './readme-settings.ts';

/** What most pages say at their beginning: a world with collision. */
const WORLD = `${SPAWN}
  const collision = createCollision(world);
  const { Transform, Collider, Sensor, Static, Disabled } = collision;`;

/** What the character and what it walks on need. */
const MOVER = `${WORLD}
  import { createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/2d';
  const dt = 1 / 60;`;

/** By page, then by the heading that a snippet stands under. */
export const GUIDE_SETTINGS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'quick-start': {
    'Two things that touch': {
      before: `
        const said: unknown[][] = [];
        const console = { log: (...words: unknown[]): void => { said.push(words); } };`,
      after: `${EXPECT}
        assert.equal(said.length, 2);
        assert.deepEqual(said[0].slice(0, 3), [1, 'touches', 2]);
        assert.deepEqual(said[1], [1, 'and', 2, 'no longer touch:', 'separated']);`,
    },
    'In your game loop': {
      before: `${WORLD}
        let moves = 0;
        const moveEverything = (dt: number): void => { moves += dt; };
        const react = (): void => {};`,
      after: `${EXPECT}
        frame(0.1);
        assert.ok(Math.abs(moves - 0.1) < 1e-9);
        frame(60);
        assert.ok(moves < 0.4);`,
    },
  },

  'why-not-touching': {
    'Why do my two things not touch?': {
      before: `${WORLD}
        const bullet = spawn(collision, 0, 0, { ...circle(1), categoryBits: 2, maskBits: 1 } as ShapeSpec);
        const enemy = spawn(collision, 0, 0, { ...circle(1), categoryBits: 4 } as ShapeSpec);
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(touching, false);
        assert.equal(reason, 'filtered-by-mask');
        assert.match(message, /^1 has category 0x2 and mask 0x1, 2 category 0x4 and mask 0xffffffff: each category /);`,
    },
  },

  shapes: {
    Shapes: {
      before: `${WORLD}
        import { chain, compound, polygon } from 'bitecs-collision/2d';`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(collision.counts.moving, 5);
        assert.deepEqual([...collision.contacts()].length, 0);`,
    },
    Sizes: {
      before: `${WORLD}
        import { queryPoint } from 'bitecs-collision/2d';
        const player = addEntity(world);
        addComponent(world, player, set(Transform, { x: 0, y: 0 }));`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(queryPoint(world, 0, 2.69, []), 1);
        assert.equal(queryPoint(world, 0, 2.71, []), 0);
        assert.equal(queryPoint(world, 0, -0.01, []), 0);`,
    },
  },

  filters: {
    'Who meets whom': {
      before: `${WORLD}
        const [bullet, enemy, wall, player] = [1, 2, 3, 4].map(() => {
          const eid = addEntity(world);
          addComponent(world, eid, Transform);
          return eid;
        });`,
      after: `${EXPECT}
        collisionSystem(world);
        const pairs = [...collision.contacts()].length;
        assert.equal(pairs, 5);
        assert.equal([...collision.contactsOf(bullet)].length, 2, 'enemy and wall');
        assert.equal([...collision.contactsOf(wall)].length, 3, 'all others');`,
    },
    'Rules that bits cannot say': {
      before: `${SPAWN}
        const team = [0, 1, 1, 2];`,
      after: `${EXPECT}
        const [one, two, three] = [0, 0, 0].map(() => spawn(collision, 0, 0, circle(1)));
        collisionSystem(world);
        assert.equal([...collision.contactsOf(three)].length, 2);
        assert.equal([...collision.contactsOf(one, [collision.Collider])].length, 1);
        assert.equal([...collision.contactsOf(two)].length, 1);`,
    },
    Tags: {
      before: `${SPAWN}
        const collision = createCollision(world);
        const [pickup, wall, ghost] = [0, 0, 0].map(() => spawn(collision, 0, 0, circle(1)));`,
      after: `${EXPECT}
        collisionSystem(world);
        const [contact] = collision.contacts();
        assert.deepEqual([contact.a, contact.b, contact.sensor], [pickup, wall, true]);
        assert.equal(collision.counts.contacts, 1);`,
    },
  },

  'contacts-and-events': {
    'Contacts and events': {
      before: `${SPAWN}
        import { removeEntity } from 'bitecs';
        const Player = {}, Ground = {}, Bullet = {}, Enemy = {}, Coin = {};
        const isGrounded: number[] = [];
        const collision = createCollision(world);
        const player = spawn(collision, 0, 1.4, circle(1), Player);
        spawn(collision, 0, 0, box(10, 0.5), Ground);
        collisionSystem(world);`,
      after: `${EXPECT}
        import { entityExists } from 'bitecs';
        assert.equal(isGrounded[player], 1);
        const coin = spawn(collision, 0, 2, circle(0.5), Coin);
        const enemy = spawn(collision, 0, 50, circle(1), Enemy);
        spawn(collision, 0, 50, circle(1), Bullet);
        collisionSystem(world);
        assert.equal(entityExists(world, coin), false);
        assert.equal(entityExists(world, enemy), true, 'the first subscription was stopped');`,
    },
  },

  queries: {
    Queries: {
      before: `${WORLD}
        import { castRay, castShape } from 'bitecs-collision/2d';
        const player = spawn(collision, 0, 0, circle(1));
        const wall = spawn(collision, 10, 0, box(1, 5));
        const [x, y, dirX, dirY] = [0, 0, 18, 0];
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(hit.entity, wall);
        assert.equal(hit.fraction, 0.5);
        assert.deepEqual([hit.normalX, hit.normalY], [-1, 0]);
        assert.equal(swept.entity, player);`,
    },
    'Into your own buffers': {
      before: `${WORLD}
        import { overlapShape } from 'bitecs-collision/2d';
        const Enemy = {};
        const hurtOnes: number[] = [];
        const hurt = (eid: number): void => { hurtOnes.push(eid); };
        const near = [spawn(collision, 3, 0, circle(1), Enemy), spawn(collision, 0, -5.5, circle(1), Enemy)];
        spawn(collision, 0, 7, circle(1), Enemy);
        spawn(collision, 0, 0, circle(1));`,
      after: `${EXPECT}
        assert.deepEqual(hurtOnes, near);`,
    },
    'A bullet that cannot miss': {
      before: `${WORLD}
        import { castCollider } from 'bitecs-collision/2d';
        const bullet = spawn(collision, 0, 0, circle(0.1));
        const wall = spawn(collision, 5, 0, box(0.01, 5));
        const [velocityX, velocityY, dt] = [600, 0, 1 / 60];
        const exploded: number[] = [];
        const explode = (eid: number, x: number, y: number): void => { exploded.push(eid, x, y); };
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(exploded[0], wall);
        assert.ok(Math.abs(exploded[1] - 4.99) < 1e-9 && exploded[2] === 0);
        assert.ok(Math.abs(Transform.x[bullet] - 4.89) < 1e-6);`,
    },
  },

  geometry: {
    'Geometry on its own': {
      before: '',
      after: `${EXPECT}
        assert.equal(distance, 9);
        assert.deepEqual([...hit], [0, 2, -1, 0, 0, -1]);`,
    },
    'Many boxes': {
      before: '',
      after: `${EXPECT}
        assert.deepEqual([...found.items.subarray(0, found.count)].sort(), [0, 2]);`,
    },
  },

  'character-controller': {
    'A character that walks': {
      before: `${MOVER}
        const player = spawn(collision, 0, 3, box(0.3, 0.5));
        spawn(collision, 0, -1, box(50, 1), Static);
        spawn(collision, 3, 0.1, box(1, 0.1), Static);
        collisionSystem(world);`,
      after: `${EXPECT}
        const play = (ticks: number, direction: number, jump = false): void => {
          for (let i = 0; i < ticks; i++) {
            movePlayer(direction, jump && i === 0, dt);
            collisionSystem(world);
          }
        };
        play(60, 0);
        assert.equal(moved.grounded, true);
        assert.ok(Math.abs(Transform.y[player] - 0.5) < 0.01);
        play(30, 1);
        assert.ok(Math.abs(Transform.x[player] - 2.5) < 0.1, 'it walks');
        assert.ok(Math.abs(Transform.y[player] - 0.7) < 0.01, 'it is up the step');
        play(1, 0, true);
        assert.equal(moved.grounded, false, 'it jumps');
        play(10, 0);
        assert.ok(Transform.y[player] > 1.5);
        play(60, 1);
        assert.ok(moved.grounded && Math.abs(Transform.y[player] - 0.5) < 0.01, 'it is down again');`,
    },
    'Enemies and coins': {
      before: `${MOVER}
        const Enemy = {}, ENEMY = 2;
        const hurtBy: number[] = [];
        const hurt = (player: number, enemy: number): void => { hurtBy.push(player, enemy); };
        const walk = { up: { x: 0, y: 1 } };
        const moved = createMoveResult();
        const player = spawn(collision, 0, 0, circle(0.5));
        const enemy = spawn(collision, 1.5, 0, { ...circle(0.5), categoryBits: ENEMY } as ShapeSpec, Enemy);
        const [speedX, speedY] = [60, 0];
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(Transform.x[player], 1);
        collisionSystem(world);
        assert.deepEqual(hurtBy, [player, enemy]);`,
    },
    'Seen from above': {
      before: `${MOVER}
        const moved = createMoveResult();
        const player = spawn(collision, 0, 0, circle(0.5));
        spawn(collision, 2, 0, box(1, 50));
        const [speedX, speedY] = [600, 60];
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.ok(Transform.x[player] < 0.5 && Transform.x[player] > 0.48, 'it stops at the wall');
        assert.ok(Math.abs(Transform.y[player] - 1) < 1e-6, 'it slides along it');`,
    },
  },

  'moving-platform': {
    'A platform that moves': {
      before: `${MOVER}
        const platform = spawn(collision, 0, 0, box(2, 0.1));
        const player = spawn(collision, 0.5, 0.7, box(0.3, 0.5));
        collisionSystem(world);`,
      after: `${EXPECT}
        for (let i = 0; i < 5; i++) tick(1 / 60); // it lands
        const onX = Transform.x[player] - Transform.x[platform];
        for (let i = 0; i < 1200; i++) {
          tick(1 / 60);
          assert.equal(moved.grounded, true);
          assert.ok(Math.abs(Transform.x[player] - Transform.x[platform] - onX) < 1e-6, 'it is taken along');
          assert.ok(Math.abs(Transform.y[player] - Transform.y[platform] - 0.6) < 0.02, 'it stands on it');
        }`,
    },
  },

  'pushing-out': {
    'Pushing out correctly': {
      before: `${WORLD}
        import { pushApart } from 'bitecs-collision/2d';
        const mass = [0, 1, 3, 1];
        const [light, heavy] = [spawn(collision, 0, 9, circle(1)), spawn(collision, 1, 9, circle(1))];
        const player = spawn(collision, 0, 0.9, circle(0.5));
        spawn(collision, -1, 0, box(1, 0.5), Static);
        spawn(collision, 1, 0, box(1, 0.5), Static);
        mass[4] = mass[5] = 1;`,
      after: `${EXPECT}
        assert.ok(Math.abs(Transform.y[player] - 1) < 1e-9, 'out of two tiles, once');
        assert.ok(Math.abs(Transform.x[light] + 0.75) < 1e-9 && Math.abs(Transform.x[heavy] - 1.25) < 1e-9);`,
    },
    'By hand': {
      before: `${WORLD}
        const Wall = {};
        const players = [spawn(collision, 0, 0.9, circle(0.5))];
        spawn(collision, -1, 0, box(1, 0.5), Wall);
        spawn(collision, 1, 0, box(1, 0.5), Wall);
        spawn(collision, 1.4, 1, box(1, 2), Wall);
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.ok(Math.abs(Transform.y[players[0]] - 1) < 1e-9, 'out of two tiles, once');
        assert.ok(Math.abs(Transform.x[players[0]] + 0.1) < 1e-9, 'and out of the wall');`,
    },
    'What usually goes wrong': {
      before: `${WORLD}
        const Wall = {}, Player = {};
        const velocityX = [0, 0, 3], velocityY = [0, 0, -4];
        spawn(collision, 0, 0, box(9, 0.5), Wall);
        spawn(collision, 0, 0.9, circle(0.5), Player);
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.deepEqual([velocityX[2], velocityY[2]], [3, 0]);`,
    },
    'Two that both move': {
      before: `${WORLD}
        const Enemy = {};
        const both = [spawn(collision, 0, 0, circle(1), Enemy), spawn(collision, 1, 0, circle(1), Enemy)];
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.deepEqual(both.map((eid) => Transform.x[eid]), [-0.5, 1.5]);`,
    },
  },

  'picking-and-dragging': {
    'Picking and dragging': {
      before: `${WORLD}
        import { queryPoint } from 'bitecs-collision/2d';
        const Draggable = {};
        const layer = [0, 1, 3, 2];
        const cards = [0, 1, 2].map((i) => spawn(collision, i, 0, box(2, 3), Draggable));
        collisionSystem(world);`,
      after: `${EXPECT}
        pointerDown(1.5, 1);
        assert.equal(held, cards[1], 'the one on top');
        pointerMove(11.5, 1);
        assert.equal(Transform.x[cards[1]], 11);
        pointerUp();
        pointerDown(50, 50);
        assert.equal(held, -1);`,
    },
    'Without going through walls': {
      before: `${MOVER}
        const moved = createMoveResult();
        const held = spawn(collision, 0, 0, circle(1));
        spawn(collision, 5, 0, box(1, 20));
        const [gripX, gripY] = [0, 0];
        collisionSystem(world);`,
      after: `${EXPECT}
        dragTo(20, 3);
        assert.ok(Transform.x[held] < 3 && Transform.x[held] > 2.9);
        assert.ok(Math.abs(Transform.y[held] - 3) < 1e-6);`,
    },
    'A frame around several': {
      before: `${WORLD}
        import { overlapShape } from 'bitecs-collision/2d';
        const Unit = {};
        const units = [0, 3, 8].map((x) => spawn(collision, x, 0, circle(1), Unit));
        const [fromX, fromY, toX, toY] = [4, 2, -1, -2];
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.deepEqual(selected, units.slice(0, 2));`,
    },
    'Small things and thick fingers': {
      before: `${WORLD}
        import { closestPoint } from 'bitecs-collision/2d';
        const Draggable = {};
        const coin = spawn(collision, 0, 0, circle(2), Draggable);
        let held = -1;
        const [x, y] = [15, 3];`,
      after: `${EXPECT}
        assert.equal(held, coin);`,
    },
  },

  'vision-cones': {
    'Vision cones': {
      before: `${WORLD}
        import { overlapSector } from 'bitecs-collision/2d';
        const Thief = {}, WALL = 4;
        const guard = spawn(collision, 0, 0, circle(0.5));
        const [inView] = [[8, 1], [8, -2], [0, 8]].map(([x, y]) => spawn(collision, x, y, circle(0.5), Thief));
        const pillar = spawn(collision, 4, -1, circle(0.8));
        Collider.categoryBits[pillar] = WALL;
        collisionSystem(world);`,
      after: `${EXPECT}
        lookAround(guard);
        assert.deepEqual(seen, [inView]);`,
    },
    'By rays of your own': {
      before: `${WORLD}
        import { castRayAny, overlapShape, polygon } from 'bitecs-collision/2d';
        const Thief = {}, WALL = 4;
        const guard = spawn(collision, 0, 0, circle(0.5));
        const [seen, hidden] = [spawn(collision, 8, 1, circle(0.5), Thief), spawn(collision, 8, -2, circle(0.5), Thief)];
        spawn(collision, 0, 8, circle(0.5), Thief);
        const pillar = spawn(collision, 4, -1, circle(0.5));
        Collider.categoryBits[pillar] = WALL;
        collisionSystem(world);`,
      after: `${EXPECT}
        const thieves: number[] = [];
        assert.equal(canSee(guard, thieves), 1);
        assert.deepEqual(thieves, [seen]);
        assert.ok(inCone.includes(hidden));`,
    },
  },

  'hit-and-hurt-boxes': {
    'Hit boxes and hurt boxes': {
      before: `${WORLD}
        import { attachedTo, ownerOf } from 'bitecs-collision/2d';
        const HitBox = {}, HurtBox = {};
        const [fighter, rival] = [spawn(collision, 0, 0, circle(0.5)), spawn(collision, 1, 0, circle(0.5))];
        const damages: number[][] = [];
        const damage = (by: number, to: number): void => { damages.push([by, to]); };`,
      after: `${EXPECT}
        import { removeComponent } from 'bitecs';
        addBox(fighter, HurtBox, circle(5), 0, 0);
        collisionSystem(world);
        assert.deepEqual(damages, []);
        AttachedTo.y[fist] = 1.4;
        removeComponent(world, fist, Disabled);
        collisionSystem(world);
        collisionSystem(world);
        assert.deepEqual(damages, [[fighter, rival]], 'once, and not itself');
        assert.equal(Transform.x[head], 1);`,
    },
    'In each tick': {
      before: `${WORLD}
        import { removeComponent } from 'bitecs';
        import { attachedTo } from 'bitecs-collision/2d';
        const AttachedTo = attachedTo(world);
        const [fighter, fist] = [spawn(collision, 3, 2, circle(1)), spawn(collision, 0, 0, circle(0.1))];
        addComponent(world, fist, set(AttachedTo, { parent: fighter, x: 0.9 }));
        const FIRST_ACTIVE = 4, LAST_ACTIVE = 7;
        const [frame, facing] = [4, -1];
        addComponent(world, fist, Disabled);`,
      after: `${EXPECT}
        import { hasComponent } from 'bitecs';
        collisionSystem(world);
        assert.deepEqual([Transform.x[fist], Transform.y[fist]], [2.1, 2]);
        assert.equal(hasComponent(world, fist, Disabled), false);`,
    },
  },

  attachments: {
    'Things attached to things': {
      before: `${WORLD}
        import { attachedTo } from 'bitecs-collision/2d';
        const tank = spawn(collision, 10, 0, box(2, 1));`,
      after: `${EXPECT}
        import { entityExists, removeEntity } from 'bitecs';
        import { ownerOf } from 'bitecs-collision/2d';
        collisionSystem(world);
        assert.deepEqual([Transform.x[turret], Transform.y[turret]], [10.5, 0.3]);
        assert.ok(Math.abs(Transform.x[muzzle] - 10.5 - 0.9 * Math.cos(0.4)) < 1e-9);
        assert.equal(ownerOf(world, muzzle), tank);
        assert.equal(collision.counts.contacts, 0, 'a family never meets');
        removeEntity(world, tank);
        assert.deepEqual([entityExists(world, turret), entityExists(world, muzzle)], [false, false]);`,
    },
  },

  'one-way-platforms': {
    'One-way platforms': {
      before: `${WORLD}
        import { oneWay } from 'bitecs-collision/2d';
        const platform = spawn(collision, 0, 0, box(3, 0.2));
        spawn(collision, 0, 0.6, circle(0.5));
        spawn(collision, 2, -0.6, circle(0.5));`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.deepEqual([...collision.contacts()].map(({ a, b }) => [a, b]), [[platform, platform + 1]]);`,
    },
    'Jumping up, dropping down': {
      before: `${MOVER}
        import { oneWay, reconsider } from 'bitecs-collision/2d';
        const platform = spawn(collision, 0, 0, box(3, 0.2));
        addComponent(world, platform, set(oneWay(world), { normalX: 0, normalY: 1 }));
        spawn(collision, 0, -3, box(9, 0.5));
        const player = spawn(collision, 0, -2, box(0.3, 0.45));
        const moved = createMoveResult();
        let speedY = 0;
        collisionSystem(world);`,
      after: `${EXPECT}
        const play = (ticks: number, jump = false, drop = false): void => {
          for (let i = 0; i < ticks; i++) {
            movePlayer(jump && i === 0, drop && i === 0, dt);
            collisionSystem(world);
          }
        };
        play(20);
        assert.equal(moved.grounded, true);
        assert.ok(Transform.y[player] < -2);
        play(90, true);
        assert.ok(moved.grounded && Math.abs(Transform.y[player] - 0.65) < 0.02, 'up through it, and on it');
        play(90, false, true);
        assert.ok(moved.grounded && Transform.y[player] < -2, 'down through it');`,
    },
  },

  'tile-maps': {
    'Tile maps': {
      before: `${WORLD}
        import { castRay, tileAt, tiles } from 'bitecs-collision/2d';`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(castRay(world, 40, -50, 0, 100)?.y, 16, 'the one-way top');
        assert.equal(castRay(world, 72, -50, 0, 100)?.y.toFixed(9), '24.000000000', 'half-way up the slope');
        assert.equal(tileAt(level, 5, 1), 1);`,
    },
    'Tiles that change': {
      before: `${WORLD}
        import { castRay, setTile, tiles } from 'bitecs-collision/2d';
        const level = tiles({ columns: 6, rows: 3, size: 1, cells: new Uint8Array(18).fill(1) });
        spawn(collision, 0, 0, level);
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(castRay(world, 3.5, 5, 0, -10)?.y, 2);
        assert.equal(castRay(world, 2.5, 5, 0, -10)?.y, 3);`,
    },
    'Boxes side by side': {
      before: `${WORLD}
        import { seamless } from 'bitecs-collision/2d';`,
      after: `${EXPECT}
        const body = spawn(collision, 2, 1.1, box(0.2, 0.2, { radius: 0.1 }));
        for (let x = 2; x < 8; x += 0.013) {
          Transform.x[body] = x;
          collisionSystem(world);
          for (const { normalX } of collision.contacts()) assert.equal(Math.abs(normalX), 0);
          assert.ok(collision.counts.contacts > 0);
        }`,
    },
    'Maps from Tiled and LDtk': {
      before: `${WORLD}
        import { readTiled } from 'bitecs-collision/maps';
        const full = { id: 0, objectgroup: { objects: [{ id: 1, x: 0, y: 0, width: 16, height: 16 }] } };
        const json = {
          type: 'map', orientation: 'orthogonal', width: 2, height: 1, tilewidth: 16, tileheight: 16, infinite: false,
          tilesets: [{ firstgid: 1, name: 'solid', tilewidth: 16, tileheight: 16, tiles: [full] }],
          layers: [
            { type: 'tilelayer', name: 'ground', width: 2, height: 1, data: [1, 0] },
            { type: 'objectgroup', name: 'things', objects: [{ id: 2, type: 'spawn', x: 24, y: 8, point: true }] },
          ],
        };
        const addWall = (x: number, y: number, shape: ShapeSpec): number => spawn(collision, x, y, shape);`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(collision.counts.moving, 1);
        assert.deepEqual([start?.x, start?.y], [1.5, 0.5]);`,
    },
  },

  'fast-bullets': {
    'Fast bullets': {
      before: `${SPAWN}
        import { sweptColliders } from 'bitecs-collision/2d';
        const Bullet = {}, Target = {};
        const hits: number[][] = [];
        const hit = (...what: number[]): void => { hits.push(what); };`,
      after: `${EXPECT}
        const far = spawn(collision, 8, 0, box(0.05, 3), Target);
        const near = spawn(collision, 4, 0, box(0.05, 3), Target);
        collisionSystem(world);
        Transform.x[bullet] = 10;
        collisionSystem(world);
        assert.deepEqual(hits.map(([target]) => target), [near, far], 'the earlier first');
        assert.ok(Math.abs(hits[0][3] - 0.39) < 1e-9 && Math.abs(hits[0][1] - 3.95) < 0.06);`,
    },
    'Jumps that are no path': {
      before: `${SPAWN}
        import { sweptColliders } from 'bitecs-collision/2d';
        const collision = createCollision(world, { swept: sweptColliders });
        const { Transform, Swept } = collision;
        const bullet = spawn(collision, 0, 0, circle(0.1), Swept);
        spawn(collision, 50, 0, box(1, 1));
        let begins = 0;
        collision.onBegin(() => begins++);
        collisionSystem(world);`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(begins, 0);
        Transform.x[bullet] = 0;
        collisionSystem(world);
        assert.equal(begins, 1);`,
    },
  },

  rollback: {
    Rollback: {
      before: `${SPAWN}
        const collision = createCollision(world);
        import { query, removeEntity } from 'bitecs';
        import { createSnapshot, hashCollision, restoreCollision, saveCollision, savedEntities } from 'bitecs-collision/2d';
        const Velocity = { x: [] as number[] };
        const input: number[] = [];
        const players = [0, 1, 2].map((i) => {
          const eid = spawn(collision, 1.5 * i, 0, circle(0.5), Velocity);
          Velocity.x[eid] = 0;
          return eid;
        });
        const applyInputs = (n: number): void => { Velocity.x[players[0]] = input[n] ?? 0; };
        const moveEverything = (): void => {
          for (const eid of query(world, [Velocity])) collision.Transform.x[eid] += Velocity.x[eid];
        };
        collision.onBegin(players[0], [Velocity], (_, other) => removeEntity(world, other));`,
      after: `${EXPECT}
        for (let n = 0; n < 6; n++) tick(n);
        assert.equal(query(world, [Velocity]).length, 3);
        input[2] = 1;
        rollBack(2, 6);
        assert.equal(query(world, [Velocity]).length, 2, 'with the late input it hits another');
        const hash = hashCollision(world);
        rollBack(1, 6);
        assert.equal(hashCollision(world), hash);
        input[2] = 0;
        rollBack(1, 6);
        assert.equal(query(world, [Velocity]).length, 3, 'and without it, not');`,
    },
    'Sounds and sparks': {
      before: `${WORLD}
        import { createEventLog, createSnapshot, restoreCollision, saveCollision } from 'bitecs-collision/2d';
        const Bullet = {}, Enemy = {};
        const heard: string[] = [];
        const [spark, unspark, score] = ['spark', 'unspark', 'score'].map((what) => (eid: number): void => {
          heard.push(what + eid);
        });
        const bullet = spawn(collision, 0, 0, circle(1), Bullet);
        const enemy = spawn(collision, 1, 0, circle(1), Enemy);`,
      after: `${EXPECT}
        const start = createSnapshot({ stores: { Transform } });
        saveCollision(world, start);
        collisionSystem(world);
        endOfFrame(start.tick);
        restoreCollision(world, start);
        collisionSystem(world);
        endOfFrame(start.tick);
        assert.deepEqual(heard, ['spark' + enemy], 'once');
        endOfFrame(start.tick + 1);
        assert.deepEqual(heard, ['spark' + enemy, 'score' + enemy]);
        assert.ok(bullet < enemy);`,
    },
  },

  pooling: {
    'Pooling instead of spawning': {
      before: `${WORLD}
        import { removeComponent } from 'bitecs';
        const Bullet = {}, Enemy = {};
        spawn(collision, 5, 0, circle(1), Enemy);
        spawn(collision, 5, 0.5, circle(1), Enemy);`,
      after: `${EXPECT}
        collisionSystem(world);
        assert.equal(collision.counts.contacts, 1, 'the sleeping ones take no part');
        const causes: string[] = [];
        collision.onEnd([Bullet], (bullet, enemy, end) => causes.push(end.cause));
        for (let round = 0; round < 3; round++) {
          fire(5, 0);
          assert.equal(free.length, 199);
          collisionSystem(world);
          assert.equal(free.length, 200, 'put back once, though it hit two');
          collisionSystem(world);
        }
        assert.deepEqual(causes, ['disabled', 'disabled', 'disabled']);`,
    },
  },

  'own-stores': {
    'Your own stores': {
      before: `
        import { addComponent, addEntity, createWorld, set } from 'bitecs';
        import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
        const world = createWorld();
        const Position = { x: new Float32Array(10), y: new Float32Array(10) };
        const Rotation = { angle: [] as number[] };`,
      after: `${EXPECT}
        for (const [x, angle] of [[0, 1], [1.5, 2], [9, 3]]) {
          const eid = addEntity(world);
          for (const component of [Position, Rotation]) addComponent(world, eid, component);
          Position.x[eid] = x;
          Rotation.angle[eid] = angle;
          addComponent(world, eid, set(collision.Collider, circle(1)));
        }
        collisionSystem(world);
        assert.equal([...collision.contacts()].length, 1);`,
    },
    'Arrays that are replaced': {
      before: `
        import { addComponent, addEntity, createWorld, set } from 'bitecs';
        import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
        const world = createWorld();
        const Position = { x: new Float32Array(2), y: new Float32Array(2) };`,
      after: `${EXPECT}
        Position.x = new Float32Array(10);
        Position.y = new Float32Array(10);
        for (const x of [0, 1.5]) {
          const eid = addEntity(world);
          addComponent(world, eid, Position);
          Position.x[eid] = x;
          addComponent(world, eid, set(collision.Collider, circle(1)));
        }
        collisionSystem(world);
        assert.equal([...collision.contacts()].length, 1);`,
    },
  },

  'sharing-collision': {
    'Sharing `collision` between files': {
      before: `
        const Falling = { speed: [0, 0, 0] };`,
      after: `${EXPECT}
        import { addComponent, addEntity, createWorld } from 'bitecs';
        import { createCollision } from 'bitecs-collision/2d';
        const world = createWorld();
        const { Transform } = createCollision(world);
        const eid = addEntity(world);
        addComponent(world, eid, Falling);
        addComponent(world, eid, Transform);
        gravitySystem(world, 1);
        assert.equal(Transform.y[eid], -9.81);`,
    },
    'Or one module that owns it': {
      before: '',
      after: `${EXPECT}
        assert.equal(collision.Transform, Transform);`,
    },
    Types: {
      before: `${SPAWN.replace(
        'import type { Collision, ShapeSpec }',
        'import type { Collision as Own, ShapeSpec as Spec }',
      )
        .replace(/: Collision, /, ': Own, ')
        .replace(/: ShapeSpec, /, ': Spec, ')}
        const Player = {}, Pickup = {};`,
      after: `${EXPECT}
        const own = createCollision(world);
        const taken: number[] = [];
        addPickups(own, circle(0.4), (by) => taken.push(by));
        const player = spawn(own, 3, 0, circle(1), Player);
        collisionSystem(world);
        assert.deepEqual(taken, [player, player, player]);`,
    },
  },

  'several-worlds': {
    'Several worlds': {
      before: `
        import { addComponent, addEntity, createWorld, set } from 'bitecs';
        import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';`,
      after: `${EXPECT}
        assert.deepEqual([above.counts.moving, below.counts.moving], [0, 1]);`,
    },
  },

  'saving-and-loading': {
    'Saving and loading': {
      before: `${SPAWN}
        import { refreshCollision } from 'bitecs-collision/2d';
        const collision = createCollision(world);
        const other = createWorld();
        const otherCollision = createCollision(other);
        const [ball, wall] = [spawn(collision, 0, 0, circle(1)), spawn(collision, 1, 0, box(0.5, 3), collision.Static)];`,
      after: `${EXPECT}
        import { queryPoint } from 'bitecs-collision/2d';
        assert.equal(queryPoint(other, 1.2, 2, []), 1);
        collisionSystem(world);
        collisionSystem(other);
        const of = (one: Collision) => [...one.contacts()].map(({ penetration, normalX }) => [penetration, normalX]);
        assert.deepEqual(of(otherCollision), of(collision));
        assert.equal(of(collision).length, 1);
        assert.equal(otherCollision.counts.static, 1);
        assert.ok(ball < wall);`,
    },
  },

  'hot-reload': {
    'Hot reload': {
      before: `
        import { createWorld, type World } from 'bitecs';
        import { type Collision, createCollision } from 'bitecs-collision/2d';
        declare global {
          interface ImportMeta {
            hot?: { data: object; accept(): void; dispose(callback: () => void): void };
          }
        }
        const Bullet = {}, Enemy = {};
        const hurt = (eid: number): void => {};`,
      after: `${EXPECT}
        assert.ok(collision && world && kept.world === world);`,
    },
  },

  workers: {
    'Shared memory': {
      before: `
        import { addComponent, addEntity, createWorld, set } from 'bitecs';
        import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
        const messages: Record<string, Float64Array>[] = [];
        const postMessage = (message: Record<string, Float64Array>): void => { messages.push(structuredClone(message)); };
        const moveEverything = (): void => {};`,
      after: `${EXPECT}
        const eid = addEntity(world);
        addComponent(world, eid, set(Transform, { x: 5 }));
        tick();
        assert.equal(messages[0].x[eid], 5, 'the page sees what is written after the message');`,
    },
    Copies: {
      before: `${WORLD}
        const entities = [spawn(collision, 3, 4, circle(1))];
        const count = entities.length;
        const messages: Float64Array[] = [];
        const postMessage = (message: Float64Array, transfer: ArrayBufferLike[]): void => {
          messages.push(structuredClone(message, { transfer: transfer as ArrayBuffer[] }));
        };`,
      after: `${EXPECT}
        assert.deepEqual([...messages[0]], [3, 4]);
        assert.equal(positions.length, 0);`,
    },
  },

  'lag-compensation': {
    'A ray as of three ticks ago': {
      before: `${WORLD}
        import { type CastHit, castRay, createCollisionHistory } from 'bitecs-collision/2d';
        const shooter = spawn(collision, 0, 0, circle(0.5));
        const runner = spawn(collision, 10, 0, circle(0.5));
        const moveEverything = (): void => { Transform.y[runner] += 2; };`,
      after: `${EXPECT}
        for (let n = 1; n <= 6; n++) tick();
        assert.equal(shoot(shooter, 0, 10, 6), undefined, 'it is not there any more');
        assert.equal(shoot(shooter, 3, 10, 6)?.entity, runner, 'three ticks ago it was');
        assert.equal(Transform.y[runner], 12);`,
    },
  },

  server: {
    'The server runs every tick once': {
      before: `${WORLD}
        import { createCollisionHistory, hashCollision } from 'bitecs-collision/2d';
        interface Player { last: number; readonly inputs: Map<number, number> }
        const players: Player[] = [{ last: 0, inputs: new Map([[1, 5], [3, 7]]) }];
        const fighter = spawn(collision, 0, 0, circle(1));
        const step = (frame: readonly number[]): void => {
          Transform.x[fighter] += frame[0];
          collisionSystem(world);
        };
        let tick = 0;
        const sent: object[] = [];
        const send = (packet: object): void => { sent.push(packet); };`,
      after: `${EXPECT}
        for (let i = 0; i < 32; i++) serverTick();
        assert.deepEqual(sent[3], { tick: 4, frame: [7], hash: undefined });
        assert.equal(Transform.x[fighter], 5 + 5 + 7 * 30);
        assert.deepEqual([history.oldest, history.newest], [1, 32]);
        assert.deepEqual(sent[31], { tick: 32, frame: [7], hash: hashCollision(world) });`,
    },
    'The client runs ahead': {
      before: `${WORLD}
        import { createEventLog, createSnapshot, hashCollision } from 'bitecs-collision/2d';
        import { restoreCollision, saveCollision, savedEntities } from 'bitecs-collision/2d';
        interface Frame { readonly tick: number; readonly frame: readonly number[]; readonly hash: number | undefined }
        const fighters = [spawn(collision, 0, 0, circle(1)), spawn(collision, 50, 0, circle(1))];
        const stores = { Transform, Collider };
        const inputs = new Map<number, number>();
        const last = [0, 0];
        const guess = (tick: number): number[] => [inputs.get(tick) ?? last[0], last[1]];
        const step = (frame: readonly number[]): void => {
          fighters.forEach((eid, i) => { Transform.x[eid] += frame[i]; });
          collisionSystem(world);
        };
        const sent: number[][] = [];
        const sendInput = (...input: number[]): void => { sent.push(input); };
        let lost = 0;
        const askForWorld = (): void => { lost++; };`,
      after: `${EXPECT}
        saveCollision(world, certain);
        for (let i = 0; i < 5; i++) advance(1);
        assert.equal(Transform.x[fighters[0]], 5);
        onFrame({ tick: 1, frame: [1, -2], hash: undefined });
        onFrame({ tick: 2, frame: [0, -2], hash: undefined });
        assert.deepEqual(fighters.map((eid) => Transform.x[eid]), [4, 46], 'the second input had come too late');
        assert.equal(events.confirmedTick, 2);
        onFrame({ tick: 3, frame: [1, 0], hash: 1 });
        assert.deepEqual([lost, sent.length, predicted], [1, 5, 5]);`,
    },
    'A shot is judged where it was aimed': {
      before: `${WORLD}
        import { type CastHit, castRay, createCollisionHistory } from 'bitecs-collision/2d';
        const history = createCollisionHistory(world, { ticks: 64 });
        const shooter = spawn(collision, 0, 0, circle(0.5));
        const target = spawn(collision, 5, 0, circle(0.5));
        let now = 0;`,
      after: `${EXPECT}
        for (now = 1; now <= 50; now++) {
          Transform.y[target] = now < 10 ? 0 : 9;
          collisionSystem(world);
          history.record();
        }
        now = 30;
        assert.equal(judge(shooter, 21.5, 10, 0)?.entity, target);
        assert.equal(judge(shooter, 1, 10, 0), undefined);
        now = 50;
        assert.equal(judge(shooter, 41, 10, 0), undefined, 'longer ago than the server looks back');`,
    },
  },

  'writing-a-solver': {
    'Writing a solver': {
      before: `
        import { addComponent, addEntity, createWorld, set } from 'bitecs';
        import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
        const world = createWorld();
        const own = createCollision(world);
        const house = addEntity(world), player = addEntity(world);
        for (const eid of [house, player]) {
          addComponent(world, eid, set(own.Transform, { x: eid }));
          addComponent(world, eid, set(own.Collider, circle(1)));
        }
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(mass, 4);
        assert.ok(Math.abs(inertia - (4 * (4 + 1)) / 12) < 1e-12);
        assert.equal(kept.length, 1);
        assert.equal(kept[0].points.length, 1);
        assert.equal(isHome, true);
        assert.ok(impulses.length > kept[0].id);`,
    },
    'A small one': {
      before: `${WORLD}
        const Body = {}, BOUNCE = 1;
        const velocityX = [0, 2, 0], velocityY = [0, 1, 0], inverseMass = [0, 1, 1];
        spawn(collision, 0, 0, circle(1), Body);
        spawn(collision, 1.9, 0, circle(1), Body);
        collisionSystem(world);`,
      after: `${EXPECT}
        solve();
        solve();
        assert.deepEqual([velocityX, velocityY], [[0, 0, 2], [0, 1, 0]], 'billiard balls');`,
    },
    'In columns': {
      before: `${WORLD}
        import { createContactColumns, POINTS_PER_CONTACT, readContacts } from 'bitecs-collision/2d';
        const velocityX = [0, 0, 0], velocityY = [0, 0, 0];
        spawn(collision, 0, 0, circle(1));
        spawn(collision, 1.5, 0, circle(1));
        collisionSystem(world);`,
      after: `${EXPECT}
        relax();
        assert.deepEqual(velocityX, [0, -2, 2]);`,
    },
  },

  'debug-drawing': {
    'Debug drawing': {
      before: `
        import { createWorld } from 'bitecs';
        import { collisionSystem, createCollision } from 'bitecs-collision/2d';
        import { type Application, Container } from 'pixi.js';
        const world = createWorld();
        createCollision(world);
        const app = { stage: new Container() } as Application;
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(app.stage.children.length, 1);`,
    },
    'What it shows': {
      before: `${WORLD}
        import { createDebugDraw } from 'bitecs-collision/pixi';
        import { Container } from 'pixi.js';
        const camera = new Container();
        const isDeveloper = true;
        spawn(collision, 0, 0, circle(1));
        collisionSystem(world);`,
      after: `${EXPECT}
        debug.update();
        assert.ok(debug.lineCount > 8);`,
    },
    'Shapes in your own pictures': {
      before: `${WORLD}
        import { Graphics, GraphicsContext } from 'pixi.js';
        const player = spawn(collision, 5, 0, circle(1));
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.ok(Math.abs(crate.bounds.maxX - 1.2) < 0.01);
        assert.ok(Math.abs(marked.context.bounds.maxX - 6.05) < 0.1);`,
    },
    'Without PixiJS': {
      before: `${WORLD}
        const lines: number[][] = [];
        const drawLine = (...line: number[]): void => { lines.push(line); };
        spawn(collision, 0, 0, circle(1));
        spawn(collision, 2, 0, circle(1));
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.deepEqual(lines, [[1, 0, 1.5, 0]]);`,
    },
  },

  'y-up-or-down': {
    'y up or down': {
      before: `${MOVER}
        const moved = createMoveResult();
        const player = spawn(collision, 0, 0, box(8, 16));
        spawn(collision, 0, 20, box(500, 2));
        collisionSystem(world);`,
      after: `${EXPECT}
        assert.equal(moved.grounded, true);
        assert.ok(moved.y > 1 && moved.y < 2);`,
    },
  },

  performance: {
    'Where does the time go?': {
      before: `${SPAWN}`,
      after: `${EXPECT}
        assert.ok(collision.timings && collision.counts);`,
    },
  },

  'coming-from-three-mesh-bvh': {
    'Build once, cast often': {
      before: `
        const positions = new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]);
        const index = new Uint16Array([0, 2, 1, 0, 3, 2]);`,
      after: `${EXPECT}
        assert.equal(distance, 5);
        assert.deepEqual([...hit.subarray(0, 6)], [0, 0, 0, 0, 1, 0]);
        assert.ok(triangle === 0 || triangle === 1);`,
    },
  },
};
