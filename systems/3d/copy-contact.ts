import { copyFields, copyPoints } from '../core/copy-contact.ts';
import type { Contact } from './contact-view.ts';

/** A point of a contact that is kept. */
export interface ContactPoint {
  x: number;
  y: number;
  z: number;
  /** Signed: negative when penetrating. */
  separation: number;
  feature: number;
}

/** A contact as it was when it was copied: plain values, that can be kept and sent. */
export interface ContactCopy
  extends Omit<Contact, 'pointCount' | 'pointX' | 'pointY' | 'pointZ' | 'pointSeparation' | 'pointFeature'> {
  readonly points: readonly ContactPoint[];
}

/**
 * Copies the contact that a loop or a handler was given, which is a view that later shows another contact.
 * @throws CollisionError `invalid-state` for a value that is no contact.
 */
export function copyContact(contact: Contact): ContactCopy {
  const fields = copyFields(contact);
  const { normalX, normalY, normalZ } = contact;
  const points = copyPoints(contact, (i) => ({
    x: contact.pointX(i),
    y: contact.pointY(i),
    z: contact.pointZ(i),
    separation: contact.pointSeparation(i),
    feature: contact.pointFeature(i),
  }));
  return { ...fields, normalX, normalY, normalZ, points };
}
