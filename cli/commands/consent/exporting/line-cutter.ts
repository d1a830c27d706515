const newline = 0x0a;

/** Cuts chunks of a file into lines, at line breaks only. */
export interface Cutter {
  /** Returns how many lines ended in the chunk. */
  readonly cut: (chunk: Buffer) => number;
  /** Whether something follows the last line break. */
  readonly hasRest: () => boolean;
}

/** The longest allowed line, in bytes: longer than any consent, notice or DynamoDB item. */
const mostLineBytes = 16 * 1024 * 1024;

/**
 * @param onLine gets each line without its line break
 * @throws SyntaxError from `cut`, when a line exceeds the limit
 */
export const newCutter = (onLine: (line: Buffer) => void): Cutter => {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const cut = (chunk: Buffer): number => {
    let [start, lines] = [0, 0];
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      onLine(Buffer.concat([...rest, chunk.subarray(start, end)]));
      [rest, restBytes, start, lines] = [[], 0, end + 1, lines + 1];
    }
    if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    restBytes += chunk.length - start;
    if (restBytes > mostLineBytes) throw new SyntaxError('A line is too long.');
    return lines;
  };
  return { cut, hasRest: () => rest.length > 0 };
};
