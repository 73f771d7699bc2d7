/**
 * Copies what a shape is made of, so that two shapes can be compared number by number: outlines of polygons stand in
 * pages with those of others, of which only their own part is copied.
 */
export function withoutPages(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(withoutPages);
  const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutPages(entry)]));
  const { first, count, vertices, normals } = copy;
  if (!(vertices instanceof Float64Array) || !(normals instanceof Float64Array)) return copy;
  if (typeof first !== 'number' || typeof count !== 'number' || count === 0) return copy;
  const [from, to] = [2 * first, 2 * (first + count)];
  return { ...copy, first: 0, vertices: vertices.slice(from, to), normals: normals.slice(from, to) };
}
