import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
} from 'three';
import { geometryOf } from '../../../shared/geometry-of.ts';
import type { Theme } from '../../../shell/palette.ts';
import type { Chunk, Course } from './course.ts';

/** Colours of the ground by height, from the floor up. */
const GROUND: Readonly<Record<Theme, readonly number[]>> = {
  dark: [0x39465c, 0x5a4a52, 0x8a5546, 0xb97a55],
  light: [0x9fb0c4, 0xb9a08c, 0xcf8f68, 0xe3b48c],
};
const ROCK: Readonly<Record<Theme, number>> = { dark: 0x9c6a52, light: 0xc98f6b };
const HIGHEST = 34;

/** Draws the terrain and the rocks of a course. */
export function createCanyon({ chunks, rocks }: Course, theme: Theme): Object3D {
  const canyon = new Group();
  const colours = GROUND[theme].map((colour) => new Color(colour));
  for (const chunk of chunks) {
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide });
    const ground = new Mesh(geometryOfChunk(chunk, colours), material);
    ground.position.set(chunk.x, 0, chunk.z);
    canyon.add(ground);
  }
  const rock = new MeshLambertMaterial({ color: ROCK[theme], flatShading: true, side: DoubleSide });
  canyon.add(new Mesh(geometryOf(rocks.arrays), rock));
  return canyon;
}

function geometryOfChunk({ heights, columns, rows, across, along }: Chunk, colours: readonly Color[]): BufferGeometry {
  const position = new BufferAttribute(new Float32Array(3 * columns * rows), 3);
  const color = new BufferAttribute(new Float32Array(3 * columns * rows), 3);
  const mixed = new Color();
  heights.forEach((height, at) => {
    position.setXYZ(at, (at % columns) * across, height, Math.floor(at / columns) * along);
    const level = Math.max(0, Math.min(colours.length - 1.001, ((colours.length - 1) * height) / HIGHEST));
    const step = Math.floor(level);
    mixed.lerpColors(colours[step], colours[step + 1], level - step).toArray(color.array, 3 * at);
  });
  const index: number[] = [];
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const at = row * columns + column;
      index.push(at, at + columns, at + 1, at + columns, at + columns + 1, at + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', position).setAttribute('color', color).setIndex(index);
  geometry.computeBoundingSphere();
  return geometry;
}
