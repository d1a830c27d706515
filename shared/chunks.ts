/** Cuts a list into lists of a length, of which the last may be shorter. */
export const toChunks = <Item>(items: readonly Item[], length: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, i) => items.slice(i * length, (i + 1) * length));
