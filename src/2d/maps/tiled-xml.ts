import { refuse } from '../../core/errors.ts';
import { readObject } from './map-json.ts';

/**
 * The part of a DOM node that `tiledFromXml` reads: the `DOMParser` of a browser makes such nodes, or that of
 * `@xmldom/xmldom`.
 */
export interface XmlNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }> | undefined | null;
}

type Values = Record<string, unknown>;

const ELEMENT = 1;

/** The attributes, of all elements, that are numbers in the JSON format. */
const NUMBERS = new Set(
  (
    'x y width height rotation gid id firstgid tilewidth tileheight offsetx offsety opacity hexsidelength ' +
    'spacing margin tilecount columns'
  ).split(' '),
);

/** The attributes that are true or false in the JSON format. */
const FLAGS = new Set(['infinite', 'visible']);

const LAYERS: Readonly<Record<string, string>> = {
  layer: 'tilelayer',
  objectgroup: 'objectgroup',
  imagelayer: 'imagelayer',
  group: 'group',
};

/** Elements within an object that say what it is and nothing else. */
const MARKS = ['ellipse', 'point', 'capsule'];

/**
 * Turns a parsed map, tileset or template in Tiled's XML format (.tmx, .tsx, .tx) into what its JSON format would hold,
 * for `readTiled` and its options:
 *
 *     tiledFromXml(new DOMParser().parseFromString(text, 'text/xml'))
 *
 * Browsers have `DOMParser`; for Node and workers there is the one of the package `@xmldom/xmldom`.
 *
 * @throws CollisionError `invalid-state` for a value that is no document, or a document of another kind.
 */
export function tiledFromXml(document: XmlNode): object {
  const node = readObject('tiledFromXml: the document', document) as unknown as XmlNode;
  const root = node.nodeType === ELEMENT ? node : elementsOf(node)[0];
  if (root?.nodeName === 'map') return readMap(root);
  if (root?.nodeName === 'tileset') return readTileset(root);
  if (root?.nodeName === 'template') return { type: 'template', ...readTemplate(root) };
  refuse('invalid-state', 'tiledFromXml: the document', 'one of a map, tileset or template', root?.nodeName);
}

function elementsOf(node: XmlNode, name?: string): XmlNode[] {
  const nodes = Array.from(node.childNodes ?? []);
  return nodes.filter(({ nodeType, nodeName }) => nodeType === ELEMENT && (name === undefined || nodeName === name));
}

/** Returns the attributes and properties of an element. */
function readElement(node: XmlNode): Values {
  const values: Values = {};
  for (const { name, value } of Array.from(node.attributes ?? [])) {
    values[name] = NUMBERS.has(name) ? Number(value) : FLAGS.has(name) ? value !== '0' && value !== 'false' : value;
  }
  const properties = elementsOf(node, 'properties')[0];
  if (properties !== undefined) values.properties = elementsOf(properties, 'property').map(readProperty);
  return values;
}

function readProperty(node: XmlNode): Values {
  const { name, type = 'string', propertytype, value = node.textContent ?? '', properties } = readElement(node);
  const read = { name, type, ...(propertytype === undefined ? {} : { propertytype }) };
  if (type === 'class') {
    const members = (properties ?? []) as readonly Values[];
    return { ...read, value: Object.fromEntries(members.map((member) => [member.name, member.value])) };
  }
  if (type === 'bool') return { ...read, value: value === 'true' };
  return { ...read, value: type === 'int' || type === 'float' || type === 'object' ? Number(value) : value };
}

function readMap(node: XmlNode): Values {
  return {
    type: 'map',
    ...readElement(node),
    tilesets: elementsOf(node, 'tileset').map(readTileset),
    layers: readLayers(node),
  };
}

function readLayers(node: XmlNode): Values[] {
  return elementsOf(node)
    .filter(({ nodeName }) => LAYERS[nodeName] !== undefined)
    .map((layer) => {
      const type = LAYERS[layer.nodeName];
      const values: Values = { ...readElement(layer), type };
      if (type === 'group') values.layers = readLayers(layer);
      if (type === 'objectgroup') values.objects = elementsOf(layer, 'object').map(readObjectElement);
      const data = elementsOf(layer, 'data')[0];
      return type === 'tilelayer' && data !== undefined ? { ...values, ...readLayerData(data) } : values;
    });
}

function readLayerData(data: XmlNode): Values {
  const { encoding, compression } = readElement(data);
  const isText = encoding === 'base64';
  const format = isText ? { encoding, compression: compression ?? '' } : {};
  const chunks = elementsOf(data, 'chunk');
  if (chunks.length === 0) return { ...format, data: readCells(data, encoding) };
  return { ...format, chunks: chunks.map((chunk) => ({ ...readElement(chunk), data: readCells(chunk, encoding) })) };
}

/**
 * Reads cells: they are base64, numbers with commas between them, or elements of their own, of which empty ones name no
 * tile.
 */
function readCells(node: XmlNode, encoding: unknown): string | number[] {
  const text = (node.textContent ?? '').trim();
  if (encoding === 'base64') return text;
  if (encoding === 'csv') return text === '' ? [] : text.split(',').map(Number);
  return elementsOf(node, 'tile').map((tile) => Number(readElement(tile).gid ?? 0));
}

function readObjectElement(node: XmlNode): Values {
  const values = readElement(node);
  for (const child of elementsOf(node)) {
    const { nodeName } = child;
    if (MARKS.includes(nodeName)) values[nodeName] = true;
    else if (nodeName === 'polygon' || nodeName === 'polyline') values[nodeName] = readPoints(child);
    else if (nodeName === 'text') values.text = { ...readElement(child), text: child.textContent ?? '' };
  }
  // An object that is an instance of a template has no defaults of its own: what it leaves out comes from the template.
  return values.template === undefined ? { x: 0, y: 0, width: 0, height: 0, ...values } : values;
}

function readPoints(node: XmlNode): Values[] {
  const text = String(readElement(node).points ?? '').trim();
  return text.split(/\s+/).map((point) => {
    const [x, y] = point.split(',');
    return { x: Number(x), y: Number(y) };
  });
}

function readTileset(node: XmlNode): Values {
  const values = readElement(node);
  const [offset] = elementsOf(node, 'tileoffset');
  const [grid] = elementsOf(node, 'grid');
  if (offset !== undefined) values.tileoffset = readElement(offset);
  if (grid !== undefined) values.grid = readElement(grid);
  const tiles = elementsOf(node, 'tile');
  if (tiles.length > 0) values.tiles = tiles.map(readTile);
  return values;
}

function readTile(node: XmlNode): Values {
  const values = readElement(node);
  const [image] = elementsOf(node, 'image');
  const [group] = elementsOf(node, 'objectgroup');
  if (image !== undefined) {
    const { width, height } = readElement(image);
    Object.assign(values, width === undefined ? {} : { imagewidth: width, imageheight: height });
  }
  if (group !== undefined) values.objectgroup = { objects: elementsOf(group, 'object').map(readObjectElement) };
  return values;
}

function readTemplate(node: XmlNode): Values {
  const [tileset] = elementsOf(node, 'tileset');
  const [object] = elementsOf(node, 'object');
  return {
    ...(tileset === undefined ? {} : { tileset: readTileset(tileset) }),
    ...(object === undefined ? {} : { object: readObjectElement(object) }),
  };
}
