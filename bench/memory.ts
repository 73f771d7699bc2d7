/** Bytes of all typed arrays that can be reached, each buffer once. */
export function bytesOf(root: object): number {
  const seen = new Set<object>();
  let bytes = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      if (!seen.has(value.buffer)) bytes += value.buffer.byteLength;
      seen.add(value.buffer);
    } else for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return bytes;
}
