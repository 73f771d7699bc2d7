import { refuse } from '../../src/core/errors.ts';
import type { ContactBase } from './contact-view.ts';

/** The fields of a copied contact that every dimension has. */
type CopiedFields = Omit<ContactBase, 'pointCount' | 'pointSeparation' | 'pointFeature'>;

/**
 * Copies the fields of a contact, which is a view, that both dimensions have.
 * @throws CollisionError `invalid-state` for a value that is no contact.
 */
export function copyFields(contact: ContactBase): CopiedFields {
  if (!Number.isInteger(contact?.pointCount) || typeof contact.pointSeparation !== 'function') {
    refuse('invalid-state', 'contact', 'what a loop or a handler gave', contact);
  }
  const { a, b, indexA, indexB, childA, childB } = contact;
  const { separation, penetration, touching, sensor, fraction, exitFraction, id, age } = contact;
  return {
    ...{ a, b, indexA, indexB, childA, childB },
    ...{ separation, penetration, touching, sensor, fraction, exitFraction, id, age },
  };
}

/** Makes an array of one value for each point of a contact. */
export function copyPoints<Point>({ pointCount }: ContactBase, copy: (i: number) => Point): Point[] {
  return Array.from({ length: pointCount }, (_, i) => copy(i));
}
