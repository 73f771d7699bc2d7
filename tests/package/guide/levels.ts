import { EXPECT, type Setting } from '../readme-settings.ts';

export const settings: Readonly<Record<string, Setting>> = {
  Levels: {
    before: '',
    after: `${EXPECT}
      const [contact] = collision.contactsOf(crate, level);
      assert.ok(contact.touching);
      assert.ok(contact.childB < geometry.index!.count / 3);
      assert.equal(hit?.entity, level);
      assert.ok(hit.fraction > 1 && hit.normalX < 0);`,
  },
  Terrain: {
    before: '',
    after: `${EXPECT}
      assert.equal(hole, undefined);
      assert.equal(below?.entity, terrain);
      const cell = Math.floor(75 / 2) * 64 + Math.floor(75 / 2);
      assert.equal(below.child >> 1, cell);
      const [contact] = collision.contactsOf(terrain, ball);
      assert.ok(contact.touching && contact.normalY > 0.5);`,
  },
  'Chunks and walls': {
    before: '',
    after: `${EXPECT}
      const contacts = Array.from(collision.contacts(), ({ normalY }) => normalY);
      assert.equal(contacts.length, 3);
      for (const normalY of contacts) assert.ok(Math.abs(normalY) > 1 - 1e-9);`,
  },
  Changes: {
    before: '',
    after: `${EXPECT}
      assert.equal(ground?.y, -2);
      assert.ok(hit !== undefined && Math.abs(hit.z - 0.5) < 1e-6);
      assert.equal(triangleAt(world, hit)?.vertexC, 3);`,
  },
};
