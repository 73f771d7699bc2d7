/** `bitecs-collision/maps`: what collides of maps made in Tiled and LDtk, as shapes for `/2d`. */
export { decompressTiled } from '../src/2d/maps/decompress-tiled.ts';
export type { MapLayer, MapLeftOut, MapObject } from '../src/2d/maps/map-result.ts';
export { type LdtkOptions, readLdtkLevel } from '../src/2d/maps/read-ldtk.ts';
export { readTiled, type TiledMap } from '../src/2d/maps/read-tiled.ts';
export type { TiledOptions, TiledTile } from '../src/2d/maps/tiled-context.ts';
export type { TiledDecompressors } from '../src/2d/maps/tiled-data.ts';
export { tiledFromXml, type XmlNode } from '../src/2d/maps/tiled-xml.ts';
