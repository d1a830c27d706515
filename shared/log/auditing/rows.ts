/** Rows of a fixed number of bytes in one buffer, which saves an object for each row. */
export interface Rows {
  readonly size: () => number;
  /** Adds a row of zeros. @returns its number, from 0 */
  readonly add: () => number;
  /** The bytes of a row, not a copy. */
  readonly at: (row: number) => Buffer;
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
  };
};

/** Values that many rows share, by numbers that save room. */
export interface Shared<Value> {
  readonly numberOf: (value: Value) => number;
  readonly at: (number: number) => Value;
}

export const newShared = <Value>(): Shared<Value> => {
  const list: Value[] = [];
  const numbers = new Map<Value, number>();
  return {
    numberOf: (value) => {
      const number = numbers.get(value) ?? list.push(value) - 1;
      numbers.set(value, number);
      return number;
    },
    at: (number) => {
      if (number >= list.length) throw new RangeError('There is no such value.');
      return list[number] as Value;
    },
  };
};
