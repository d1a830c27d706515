import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Result } from '../../../printing/output.ts';
import { align } from '../../../printing/output.ts';
import { countEach } from '../../../printing/progress.ts';
import type { Inspection } from './inspection.ts';
import type { Opened, Wanted } from './opening.ts';
import type { Rejected } from './rejected-line.ts';
import { describeInspection, describeRejectedLines } from './view.ts';
import type { Written } from './writing.ts';

const toFinding = (rejected: number, file: string | undefined): Pick<Result, 'finding'> =>
  rejected === 0 || file === undefined
    ? {}
    : {
        finding: `${countEach(rejected, 'line')} ${rejected === 1 ? 'was' : 'were'} rejected. The reasons are in ${tame(file)}: correct the lines there, and import that file.`,
      };

/** The result of `--check`. */
export const tellCheck = (
  { accountId, source }: Wanted,
  { missing }: Opened,
  inspection: Inspection,
  rejectedFile: string | undefined,
): Result => {
  const made = { projects: missing.projects.length, notices: missing.notices.size };
  const makes = made.projects + made.notices > 0;
  return {
    data: { account: accountId, source, ...inspection, makes: made, rejectedFile: rejectedFile ?? null },
    text: [
      describeInspection(inspection),
      ...(makes
        ? [`${countEach(made.projects, 'project')} and ${countEach(made.notices, 'notice')} would be created first.`]
        : []),
    ].join('\n'),
    ...(inspection.rejected === 0 && { remark: 'Nothing was written.' }),
    ...toFinding(inspection.rejected, rejectedFile),
  };
};

/** The result of an import. */
export const tellImport = (
  { accountId, source }: Wanted,
  { records, passedOver, erased, sha256 }: Inspection,
  {
    written: { counts, rejected },
    rejectedLines,
    file,
  }: { readonly written: Written; readonly rejectedLines: readonly Rejected[]; readonly file: string | undefined },
): Result => {
  const there = counts.there + counts.differing + counts['in-force'] + counts['not-erased'];
  const facts = {
    records,
    imported: counts.written,
    'there already': there,
    'passed over': passedOver,
    erased,
    rejected,
  };
  const told = align(Object.entries(facts).map(([name, count]) => [name, count.toLocaleString('en')]));
  return {
    data: {
      ...{ account: accountId, source, sha256, records, imported: counts.written, there, passedOver, erased, rejected },
      ...{ rejectedLines, rejectedFile: file ?? null },
    },
    text: [told, describeRejectedLines(rejectedLines, rejected)].filter((part) => part !== '').join('\n'),
    ...toFinding(rejected, file),
  };
};
