import {
  addContact,
  addExtraPoints,
  CONTACT_CHILDREN,
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  featureOrExtraOf,
  setFeatureOrExtra,
} from './contact-list.ts';

/** Appends a copy of a row of another list, as a contact of the given two colliders and their given children. */
export function appendContact(
  list: ContactList,
  from: ContactList,
  row: number,
  slotA: number,
  slotB: number,
  childA: number,
  childB: number,
): void {
  const { dimension, maxPoints, manifoldStride } = list;
  const flags = from.flags[row] & ~CONTACT_CHILDREN;
  const to = addContact(list, slotA, slotB, childA, childB, flags);
  const points = flags & CONTACT_POINT_COUNT_MASK;
  if (points === 0) return;
  for (let i = 0; i < manifoldStride; i++) {
    list.manifolds[to * manifoldStride + i] = from.manifolds[row * manifoldStride + i];
  }
  const detail = featureOrExtraOf(from, row);
  if (points === 1) {
    setFeatureOrExtra(list, to, detail);
    return;
  }
  const extra = addExtraPoints(list, to);
  const stride = (maxPoints - 1) * (dimension + 1);
  for (let i = 0; i < (points - 1) * (dimension + 1); i++) {
    list.extraPoints[extra * stride + i] = from.extraPoints[detail * stride + i];
  }
  for (let i = 0; i < points; i++) {
    list.extraFeatures[extra * maxPoints + i] = from.extraFeatures[detail * maxPoints + i];
  }
}
