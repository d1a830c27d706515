/** Rows of a Markdown table, as cells. @param header how the first line of the table begins, such as `| alarm |` */
export const rowsBelow = (text: string, header: string): string[][] => {
  const at = text.indexOf(header);
  if (at < 0) throw new Error(`There is no table ${header}.`);
  const [, , ...lines] = text.slice(at).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

/** What a cell sets in backticks. */
export const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** The words of a cell such as `user create`, `list`: the noun stands once. */
export const readCommands = (cell: string): string[] => {
  const [first = '', ...verbs] = namesIn(cell);
  const [noun] = first.split(' ');
  return [first, ...verbs.map((verb) => `${noun} ${verb}`)];
};
