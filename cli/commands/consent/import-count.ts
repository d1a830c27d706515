import type { ConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { findText } from '../../../shared/consents/person-data.ts';
import { versionOf } from '../../../shared/notices/lineage.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Result } from '../../output/print.ts';
import { countEach } from '../../output/progress.ts';
import { align } from '../../output/table.ts';
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

/** Rejected lines on the screen. */
const shownLines = 20;

const shown = (count: number): string => count.toLocaleString('en');

const showTime = (time: string | null): string => (time ?? '').slice(0, 19).replace('T', ' ');

const describeRejected = ({ line, file, reasons }: Rejected): string[] => [
  file === undefined ? `line ${line}` : `${escapeInvisible(file)} line ${line}`,
  escapeInvisible(reasons.join(' ')),
];

/** The first rejected lines, and the number of the others. */
const describeRejectedLines = ({ rejected, rejectedLines }: Count): string[] => {
  if (rejected === 0) return [];
  const more = rejected > shownLines ? [`... and ${shown(rejected - shownLines)} more`] : [];
  return ['Rejected:', align(rejectedLines.slice(0, shownLines).map(describeRejected)), ...more];
};

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
  return [align(facts), ...(versions.length > 0 ? [align(versions)] : []), ...describeRejectedLines(count)].join('\n');
};

/** What an import did. */
export const describeDone = (count: Count): string => {
  const { records, imported, there, erased, rejected } = count;
  const facts = Object.entries({ records, imported, 'there already': there, erased, rejected });
  return [align(facts.map(([name, value]) => [name, shown(value)])), ...describeRejectedLines(count)].join('\n');
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
