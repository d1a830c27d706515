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
