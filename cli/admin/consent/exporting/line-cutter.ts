const newline = 0x0a;

/** Cuts chunks of a file into lines, at line breaks alone. */
export interface Cutter {
  /** Returns how many lines ended in the chunk. */
  readonly cut: (chunk: Buffer) => number;
  /** Whether something follows the last line break. */
  readonly hasRest: () => boolean;
}

/** @param onLine gets each line without its break */
export const newCutter = (onLine: (line: Buffer) => void): Cutter => {
  let rest: Buffer[] = [];
  const cut = (chunk: Buffer): number => {
    let [start, lines] = [0, 0];
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      onLine(Buffer.concat([...rest, chunk.subarray(start, end)]));
      [rest, start, lines] = [[], end + 1, lines + 1];
    }
    if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    return lines;
  };
  return { cut, hasRest: () => rest.length > 0 };
};
