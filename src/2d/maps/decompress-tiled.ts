import { refuse } from '../../core/errors.ts';
import { type Json, readList, readObject, readText } from './map-json.ts';
import { decodeBase64, wordsOf } from './tiled-data.ts';

/** The platform's names of the formats that it reads. */
const FORMATS: Readonly<Record<string, string>> = { zlib: 'deflate', gzip: 'gzip' };

/** The part of the platform that is used here, as the library is written without the types of browsers. */
interface Platform {
  readonly Response?: new (body: unknown) => { readonly body: Stream | null; arrayBuffer(): Promise<ArrayBuffer> };
  readonly DecompressionStream?: new (format: string) => unknown;
}
interface Stream {
  pipeThrough(transform: unknown): Stream;
}

/**
 * Returns a parsed map of Tiled whose layers are no longer compressed. The platform decompresses zlib and gzip:
 * browsers and Node can. `readTiled` reads the result. Layers in zstd stay as they are, since not all platforms read
 * it: give `readTiled` a function for it.
 *
 * @throws CollisionError (the promise rejects) `invalid-state` for a value that is no such map, for data that is not
 *   what it says, and where the platform has no `DecompressionStream`.
 */
export async function decompressTiled(map: object): Promise<object> {
  const { layers } = readObject('the map', map);
  return { ...map, layers: await decompressLayers(layers) };
}

async function decompressLayers(layers: unknown): Promise<object[]> {
  return Promise.all(
    readList('layers', layers).map(async (entry) => {
      const layer = readObject('a layer', entry);
      if (layer.type === 'group') return { ...layer, layers: await decompressLayers(layer.layers) };
      const compression = readText('compression', layer.compression);
      const format = FORMATS[compression];
      if (format === undefined || layer.encoding !== 'base64') return layer;
      const name = readText('name of a layer', layer.name);
      const read = { ...layer, encoding: 'csv', compression: '' };
      if (layer.chunks === undefined) return { ...read, data: await decompress(name, layer.data, format) };
      const chunks = readList(`chunks of ${name}`, layer.chunks).map((chunk) =>
        readObject(`a chunk of ${name}`, chunk),
      );
      return { ...read, chunks: await Promise.all(chunks.map((chunk) => decompressChunk(name, chunk, format))) };
    }),
  );
}

async function decompressChunk(name: string, chunk: Json, format: string): Promise<object> {
  return { ...chunk, data: await decompress(name, chunk.data, format) };
}

async function decompress(name: string, data: unknown, format: string): Promise<number[]> {
  const { Response, DecompressionStream } = globalThis as Platform;
  if (Response === undefined || DecompressionStream === undefined) {
    refuse('invalid-state', 'this platform', 'one with DecompressionStream, or use the option decompress', undefined);
  }
  const bytes = decodeBase64(name, readText(`data of ${name}`, data));
  try {
    const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream(format));
    return Array.from(wordsOf(new Uint8Array(await new Response(stream).arrayBuffer())));
  } catch (error) {
    refuse(
      'invalid-state',
      `the data of ${name}`,
      'what it says it is',
      error instanceof Error ? error.message : error,
    );
  }
}
