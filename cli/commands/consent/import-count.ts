import type { ConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { findText } from '../../../shared/consents/person-data.ts';
import { versionOf } from '../../../shared/notices/lineage.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { forReader } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { countEach } from '../../output/progress.ts';
import { align } from '../../output/rows.ts';
import type { Opened } from './import-open.ts';
import type { Rejected, RejectedFile } from './import-rejected.ts';
import type { Judged } from './import-write.ts';

/** The most rejected lines that the command prints with --json; the file has all. */
const toldLines = 10_000;

/** What becomes of the records of a file: the same before an import and after it. */
export class Count {
  records = 0;
  imported = 0;
  revoked = 0;
  there = 0;
  erased = 0;
  rejected = 0;
  readonly rejectedLines: Rejected[] = [];
  readonly times: { first: string | null; last: string | null } = { first: null, last: null };
  /** Lines with a time in an hour that comes twice. */
  doubledHours = 0;
  notEmails = 0;
  /** The first line of these two kinds. */
  readonly firstLines: { doubledHours?: number; notEmails?: number } = {};
  readonly #versions = new Map<string, { readonly line: ConsentLine; consents: number }>();

  /** Returns how a rejected record is reported. */
  add({ supplied, outcome, reasons, line }: Judged): Rejected | undefined {
    if (outcome === 'header') return undefined;
    this.records += 1;
    if (outcome === 'there') this.there += 1;
    if (outcome === 'erased') this.erased += 1;
    if (outcome === 'written' && line !== undefined) this.#import(supplied, line);
    if (outcome !== 'rejected') return undefined;
    this.rejected += 1;
    const rejected = { line: supplied.line, ...(supplied.file !== undefined && { file: supplied.file }), reasons };
    if (this.rejectedLines.length < toldLines) this.rejectedLines.push(rejected);
    return rejected;
  }

  #note(kind: keyof Count['firstLines'], line: number): void {
    this[kind] += 1;
    this.firstLines[kind] ??= line;
  }

  #import({ line: number, mapped }: Judged['supplied'], line: ConsentLine): void {
    const { time, revokeTime, consentInformationVersionId, projectUid } = line;
    const { times } = this;
    this.imported += 1;
    if (revokeTime !== null) this.revoked += 1;
    if (times.first === null || time < times.first) times.first = time;
    if (times.last === null || time > times.last) times.last = time;
    if ('isDoubled' in mapped && mapped.isDoubled) this.#note('doubledHours', number);
    const email = findText(line.userData, 'email');
    if (email !== undefined && !isMailbox(email)) this.#note('notEmails', number);
    const key = `${consentInformationVersionId} ${projectUid}`;
    const version = this.#versions.get(key) ?? { line, consents: 0 };
    version.consents += 1;
    this.#versions.set(key, version);
  }

  versions({ lineage }: Opened) {
    return [...this.#versions.values()].map(({ line, consents }) => {
      const { name, version } = versionOf(lineage, line.consentInformationVersionId);
      return { project: line.projectUid, notice: `${name}, version ${version}`, consents };
    });
  }
}

/** Counts records, and puts the rejected ones into their file. */
export const countRecords = async (
  records: AsyncIterable<Judged>,
  file: RejectedFile | undefined,
  onRecord: (count: Count, judged: Judged) => void,
): Promise<Count> => {
  const count = new Count();
  for await (const judged of records) {
    if (judged.outcome === 'header') file?.header(judged.supplied);
    const rejected = count.add(judged);
    if (rejected !== undefined) await file?.add(judged.supplied, rejected);
    onRecord(count, judged);
  }
  return count;
};

/** Reasons on the screen, and how many lines or spans of lines are named for each. */
const shownReasons = 20;
const shownRuns = 10;

const shown = (count: number): string => count.toLocaleString('en');

const showTime = (time: string | null): string => (time ?? '').slice(0, 19).replace('T', ' ');

/** Numbers of lines by runs of those that follow one another. */
const toRuns = (lines: readonly number[]): readonly (readonly [first: number, last: number])[] => {
  const starts = lines.flatMap((line, i) => (lines[i - 1] === line - 1 ? [] : [i]));
  return starts.map((start, i) => [lines[start] ?? 0, lines[(starts[i + 1] ?? lines.length) - 1] ?? 0]);
};

/** Such as `line 3` or `lines 2-21, 30`. */
const describeLines = (lines: readonly number[]): string => {
  const runs = toRuns(lines);
  const spans = runs.slice(0, shownRuns).map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  const more = runs.slice(shownRuns).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return `${lines.length === 1 ? 'line' : 'lines'} ${spans.join(', ')}${more === 0 ? '' : ` and ${shown(more)} more`}`;
};

/** The lines of each file and reason. */
const groupRejected = (all: readonly Rejected[]) => {
  const groups = new Map<string, Pick<Rejected, 'file' | 'reasons'> & { readonly lines: number[] }>();
  for (const { line, ...rejected } of all) {
    const key = JSON.stringify(rejected);
    const group = groups.get(key) ?? { ...rejected, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** The first reasons, each once with its lines, and the number of the lines with others. */
const describeRejectedLines = ({ rejected, rejectedLines }: Count): string[] => {
  if (rejected === 0) return [];
  const groups = groupRejected(rejectedLines).slice(0, shownReasons);
  const more = groups.reduce((left, { lines }) => left - lines.length, rejected);
  const rows = groups.map(({ file, lines, reasons }) => [
    file === undefined ? describeLines(lines) : `${escapeInvisible(file)} ${describeLines(lines)}`,
    escapeInvisible(forReader(reasons.join(' '))),
  ]);
  return ['Rejected:', align(rows), ...(more > 0 ? [`... and ${shown(more)} more`] : [])];
};

/** What the mapping leaves open, with what says it. */
const describeAssumed = ({ assumed }: Opened): string[][] =>
  assumed.map(({ member, value }) => [
    member,
    `${value} in every line, because the mapping does not say it: add "${member}" to say another`,
  ]);

/** The content of a file, and what would be imported. */
export const describeForeseen = (count: Count, opened: Opened): string => {
  const { imported, revoked, there, erased, rejected, times, doubledHours, notEmails, firstLines } = count;
  const rows: [isShown: boolean, name: string, value: string][] = [
    [true, 'records', shown(count.records)],
    [true, 'to import', `${shown(imported)}, ${shown(revoked)} of them revoked`],
    [imported > 0, 'given', `${showTime(times.first)} to ${showTime(times.last)} UTC`],
    [there > 0, 'there already', shown(there)],
    [erased > 0, 'erased here', `${shown(erased)}; they stay erased`],
    [true, 'rejected', shown(rejected)],
    [
      doubledHours > 0,
      'hour that comes twice',
      `${shown(doubledHours)}, such as in line ${firstLines.doubledHours}; the first is taken; a time with its offset, such as 2026-11-22T14:30+01:00, says which`,
    ],
    [
      notEmails > 0,
      'no e-mail',
      `${shown(notEmails)}, such as in line ${firstLines.notEmails}; it is imported as it is, and nobody can be written to there`,
    ],
  ];
  const versions = count
    .versions(opened)
    .map((of) => [`  ${of.project}`, of.notice, countEach(of.consents, 'consent')]);
  const facts = rows.flatMap(([isShown, ...row]) => (isShown ? [row] : []));
  const table = align([...facts, ...describeAssumed(opened)]);
  return [table, ...(versions.length > 0 ? [align(versions)] : []), ...describeRejectedLines(count)].join('\n');
};

/** What an import did. */
export const describeDone = (count: Count, opened: Opened): string => {
  const { records, imported, there, erased, rejected } = count;
  const facts = Object.entries({ records, imported, 'there already': there, erased, rejected });
  const rows = facts.map(([name, value]) => [name, shown(value)]);
  return [align([...rows, ...describeAssumed(opened)]), ...describeRejectedLines(count)].join('\n');
};

/** What to do about rejected lines. @param file that they are in, if they were written */
export const findRejected = ({ rejected }: Count, file: string | undefined): Pick<Result, 'finding'> => {
  if (rejected === 0) return {};
  const how =
    file === undefined
      ? 'Correct the file or its mapping. An import writes the other lines, and puts rejected ones into a file of their own.'
      : `The reasons are in ${escapeInvisible(file)}: correct the lines there, and import that file.`;
  return { finding: `${countEach(rejected, 'line')} ${rejected === 1 ? 'was' : 'were'} rejected. ${how}` };
};
