import Table from 'cli-table3';

/** What a command has to say: data for scripts, and the same as text for people. */
export interface Result {
  readonly data: unknown;
  readonly text: string;
  /** What people are told where there is no data to show. */
  readonly remark?: string;
  /** What a check has to report, which ends the command with exit code `finding`. */
  readonly finding?: string;
}

/** A value of a row or of a list of details. */
export type Cell = string | number | boolean | undefined;

const toText = (cell: Cell): string => {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return String(cell);
};

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'mid', 'right'].flatMap((place) =>
    ['', '-mid', '-left', '-right'].map((side) => [`${place}${side}`, '']),
  ),
);

const align = (rows: readonly (readonly Cell[])[]): string => {
  const table = new Table({
    chars: { ...noBorders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => row.map(toText)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
};

/**
 * Rows below a header of their names; a remark that says so where there is none.
 *
 * @param data what scripts get, the rows themselves unless given
 */
export const toTable = (
  rows: readonly Readonly<Record<string, Cell>>[],
  none: string,
  data: unknown = rows,
): Result => {
  const [first] = rows;
  if (first === undefined) return { data, text: '', remark: none };
  const names = Object.keys(first);
  return { data, text: align([names, ...rows.map((row) => names.map((name) => row[name]))]) };
};

/** Names and values below one another. */
export const toDetails = (details: Readonly<Record<string, Cell>>, data: unknown = details): Result => ({
  data,
  text: align(Object.entries(details)),
});

/** Prints what is not data: what is being worked on, what was done, what to do next. */
export const note = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

/** Prints data and nothing else to standard output. */
export const print = ({ data, text, remark }: Result, asJson: boolean): void => {
  const output = asJson ? JSON.stringify(data, undefined, 2) : text;
  if (output !== '') process.stdout.write(`${output}\n`);
  if (remark !== undefined) note(remark);
};
