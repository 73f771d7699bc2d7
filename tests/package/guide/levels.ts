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
};
