import { tame } from '../../../../shared/schema/visible-text.ts';
import { align } from '../../../printing/output.ts';
import { countEach } from '../../../printing/progress.ts';
import type { Inspection } from './inspection.ts';
import type { Rejected } from './rejected-file.ts';

/** Rejected lines on the screen. */
const shownLines = 20;

const showTime = (time: string | null): string => (time ?? '').slice(0, 19).replace('T', ' ');

const describeRejected = ({ line, file, reasons }: Rejected): string[] => [
  file === undefined ? `line ${line}` : `${tame(file)} line ${line}`,
  tame(reasons.join(' ')),
];

/** The first rejected lines, and the number of the others. */
export const describeRejectedLines = (lines: readonly Rejected[], count: number): string => {
  if (count === 0) return '';
  const more = count > shownLines ? `\n... and ${(count - shownLines).toLocaleString('en')} more` : '';
  return `Rejected:\n${align(lines.slice(0, shownLines).map(describeRejected))}${more}`;
};

/** The content of a file, and what would be imported. */
export const describeInspection = (inspection: Inspection): string => {
  const { records, consents, revoked, passedOver, erased, rejected, rejectedLines, times, versions } = inspection;
  const facts = [
    ['records', records.toLocaleString('en')],
    ['consents', `${consents.toLocaleString('en')}, ${revoked.toLocaleString('en')} of them revoked`],
    ...(consents === 0 ? [] : [['given', `${showTime(times.first)} to ${showTime(times.last)} UTC`]]),
    ...(passedOver === 0 ? [] : [['passed over', passedOver.toLocaleString('en')]]),
    ...(erased === 0 ? [] : [['erased here', `${erased.toLocaleString('en')}; they stay erased`]]),
    ['rejected', rejected.toLocaleString('en')],
  ];
  const ofVersions = versions.map(({ project, notice, consents: count }) => [
    `  ${project}`,
    notice,
    countEach(count, 'consent'),
  ]);
  return [align(facts), align(ofVersions), describeRejectedLines(rejectedLines, rejected)]
    .filter((part) => part !== '')
    .join('\n');
};
