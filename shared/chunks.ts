/** Cuts a list into lists of `length` items. The last may be shorter. */
export const toChunks = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, i) => items.slice(i * length, (i + 1) * length));
