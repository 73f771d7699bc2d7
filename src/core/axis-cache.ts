const spare = /* @__PURE__ */ new Int32Array(1);

/** Returns the cache of a call without one: it remembers no axis. */
export function coldAxisCache(): Int32Array {
  spare[0] = 0;
  return spare;
}
