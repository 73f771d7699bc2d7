/** The largest size of unpacked code, larger than that of any scene: a text that unpacks to more is refused. */
const MOST_BYTES = 1 << 20;

/** Makes a text for an address: compressed, and in letters that an address leaves alone. */
export async function pack(value: unknown): Promise<string> {
  const text = new Blob([JSON.stringify(value)]);
  const packed = await bytesOf(text.stream().pipeThrough(new CompressionStream('deflate-raw')));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads what `pack` has made, or nothing; anybody may have made it, so it may be anything else. */
export async function unpack(packed: string): Promise<unknown> {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]);
    const text = await bytesOf(bytes.stream().pipeThrough(new DecompressionStream('deflate-raw')));
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return undefined;
  }
}

/** Packs files by their paths. */
export function packCode(files: ReadonlyMap<string, string>): Promise<string> {
  return pack([...files]);
}

export async function unpackCode(packed: string): Promise<Map<string, string> | undefined> {
  const files = await unpack(packed);
  return Array.isArray(files) && files.every(isFile) ? new Map(files) : undefined;
}

/** Whether a value is a path and a text. */
export function isFile(value: unknown): value is [path: string, text: string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

/** Reads to the end; little can unpack to much. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(new Uint8Array(read.value));
    size += read.value.length;
    if (size > MOST_BYTES) throw new RangeError(`more than ${MOST_BYTES} bytes`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
