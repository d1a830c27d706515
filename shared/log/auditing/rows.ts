/** Rows of a fixed number of bytes in one buffer, which saves an object for each row. */
export interface Rows {
  readonly size: () => number;
  /** Adds a row of zeros. @returns its number, from 0 */
  readonly add: () => number;
  /** The bytes of a row, not a copy. */
  readonly at: (row: number) => Buffer;
  readonly clear: () => void;
}

const rowsTogether = 2 ** 14;

export const newRows = (bytesEach: number): Rows => {
  const chunks: Buffer[] = [];
  let size = 0;
  const at = (row: number): Buffer => {
    const chunk = chunks[Math.floor(row / rowsTogether)];
    if (chunk === undefined || row >= size) throw new RangeError('There is no such row.');
    const start = (row % rowsTogether) * bytesEach;
    return chunk.subarray(start, start + bytesEach);
  };
  return {
    size: () => size,
    add: () => {
      if (size === chunks.length * rowsTogether) chunks.push(Buffer.alloc(rowsTogether * bytesEach));
      size += 1;
      return size - 1;
    },
    at,
    clear: () => {
      chunks.length = 0;
      size = 0;
    },
  };
};
