import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

/** The sizes along the axes that the last matrix given to `placeOfMatrix` had. */
export const sizeOfMatrix = /* @__PURE__ */ new Vector3();

/**
 * Takes a matrix apart as three.js does: writes its place and its rotation, and its scale to `sizeOfMatrix`. Objects
 * that are turned below one which is scaled differently by axis are sheared; their rotation is the one that three.js
 * gives, as a unit quaternion. A matrix that is flat along an axis has no rotation.
 */
export function placeOfMatrix(position: Vector3, quaternion: Quaternion, matrix: Matrix4): void {
  matrix.decompose(position, quaternion, sizeOfMatrix);
  // Earlier versions of three.js divide by the determinant even where it is 0.
  if (quaternion.lengthSq() > 0) quaternion.normalize();
  else quaternion.identity();
}

/** Writes where an object is in the world, without its scale: for a Transform, or as the frame of a shape. */
export function placeInWorld(position: Vector3, quaternion: Quaternion, object: Object3D): void {
  object.updateWorldMatrix(true, false);
  placeOfMatrix(position, quaternion, object.matrixWorld);
}

/** The matrix from the world to the frame of the object that was entered last. */
const fromWorld = /* @__PURE__ */ new Matrix4();
const backTurn = /* @__PURE__ */ new Quaternion();
const origin = /* @__PURE__ */ new Vector3();
let isMirrored = false;
const LAST = 15;
const IDENTITY = /* @__PURE__ */ new Matrix4();

/**
 * Prepares `placeToFrame` and `matrixToFrame` for the frame of an object, the transformations of its parents included.
 * Returns false where there is nothing to do: the frame is the world's, or it is flat along an axis, so that nothing
 * below the object can be put where the world has it.
 */
export function enterFrame(object: Object3D | null): boolean {
  if (object === null) return false;
  object.updateWorldMatrix(true, false);
  const { matrixWorld } = object;
  if (matrixWorld.equals(IDENTITY)) return false;
  // The inverse of a flat matrix has only zeros.
  if (fromWorld.copy(matrixWorld).invert().elements[LAST] === 0) return false;
  placeOfMatrix(origin, backTurn, matrixWorld);
  backTurn.conjugate();
  isMirrored = sizeOfMatrix.x < 0;
  return true;
}

/** Turns a place in the world into one in the frame that was entered. */
export function placeToFrame(position: Vector3, quaternion: Quaternion): void {
  position.applyMatrix4(fromWorld);
  quaternion.premultiply(backTurn);
  // Three.js mirrors along x, and a rotation seen in a mirror across x keeps only its part about x: the parts about y
  // and z change their sign.
  if (isMirrored) quaternion.set(quaternion.x, -quaternion.y, -quaternion.z, quaternion.w);
}

/** Turns a matrix in the world into one in the frame that was entered. */
export function matrixToFrame(matrix: Matrix4): void {
  matrix.premultiply(fromWorld);
}

/**
 * Turns the rotation that `placeInWorld` reads from an object into the object's own. They differ where its scale is
 * negative along y or z: three.js takes every mirroring for one along x, and two mirrorings for half a turn.
 */
export function unturnMirrored(quaternion: Quaternion, { y, z }: Vector3): void {
  if (!(y < 0 || z < 0)) return;
  if (y >= 0) halfTurn.set(0, 1, 0, 0);
  else if (z >= 0) halfTurn.set(0, 0, 1, 0);
  else halfTurn.set(1, 0, 0, 0);
  quaternion.multiply(halfTurn);
}

const halfTurn = /* @__PURE__ */ new Quaternion();
