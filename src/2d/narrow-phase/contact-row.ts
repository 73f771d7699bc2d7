/*
 * Layout of what a row of the contact list has in the plane. In a module that imports nothing: only then do bundlers
 * put the numbers in the place of their names.
 */

/** Numbers a row of `manifolds`: the normal, then x, y and separation of the first point, as in contact-layout.ts. */
export const ROW_STRIDE = 5;
/** Numbers of `morePoints` a contact of two points: x, y and separation of the second. */
export const MORE_STRIDE = 3;
