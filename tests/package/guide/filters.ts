import { WORLD } from '../guide-beginnings.ts';
import { EXPECT, type Setting, SPAWN } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  'Who meets whom': {
    before: `${WORLD}
      const add = (): number => {
        const eid = addEntity(world);
        addComponent(world, eid, Transform);
        return eid;
      };
      const [bullet, enemy, wall, player] = [add(), add(), add(), add()];`,
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
      const add = (): number => spawn(collision, 0, 0, circle(1));
      const [pickup, wall, ghost] = [add(), add(), add()];`,
    after: `${EXPECT}
      collisionSystem(world);
      const [contact] = collision.contacts();
      assert.deepEqual([contact.a, contact.b, contact.sensor], [pickup, wall, true]);
      assert.equal(collision.counts.contacts, 1);`,
  },
};

/** These run in space as well. */
export const alike = ['Who meets whom', 'Rules that bits cannot say', 'Tags'];
