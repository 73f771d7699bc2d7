/** `bitecs-collision/maps`: what collides of maps made in Tiled and LDtk, as shapes for `/2d`. */
export type { MapLayer, MapObject } from '../src/2d/maps/map-result.ts';
export { type LdtkOptions, readLdtkLevel } from '../src/2d/maps/read-ldtk.ts';
export { readTiled, type TiledMap, type TiledOptions, type TiledTile } from '../src/2d/maps/read-tiled.ts';
