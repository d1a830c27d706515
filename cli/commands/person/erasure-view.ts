import type { ErasureOutcome } from '../../../shared/consents/erasure/erase-all.ts';
import type { FurtherConsents } from '../../../shared/consents/reports/further-consents.ts';
import { formatTime } from '../../../shared/time.ts';
import { programName } from '../../command.ts';
import { countConsents, describeUnfinished } from '../erasure/unfinished.ts';
import { countEach } from '../../printing/progress.ts';
import type { ErasurePlan } from './erasure-plan.ts';
import { part, toFurtherRow, toValueRow, warn } from './view.ts';

const describeExtent = ({ extent, ids, inForce }: ErasurePlan): string => {
  const count = countConsents(ids.length);
  if (extent === 'everything') return `To be erased with --everything: ${count}. Only a count stays, for reports.`;
  const forced =
    inForce === 0
      ? ''
      : ` ${countConsents(inForce)} in force ${inForce === 1 ? 'counts' : 'count'} as revoked from then on.`;
  return (
    `To be erased: ${count}. Personal data goes: values, proofs, IP addresses. Notice, version, times, channel ` +
    `and recording user stay as evidence.${forced}`
  );
};

const describeFurther = (further: readonly FurtherConsents[]): string[] =>
  further.length === 0
    ? []
    : [
        part(
          'More consents share values with this person, but lack a given value. They stay as they are',
          further.map(toFurtherRow),
        ),
        'If they are of the same person, erase them by these values too. Write the values down now: after the erasure the register does not have them.',
      ];

/** The plan, for people. */
export const describePlan = (plan: ErasurePlan): string => {
  const { ids, groups, values, differing, further } = plan;
  const rows = groups.map(({ notice, state, consents }) => ({ notice, state, consents }));
  const own =
    ids.length === 0
      ? []
      : [
          ...warn(differing, 'erase'),
          part('Consents', rows),
          ...(values.length === 0 ? [] : [part('Values that they hold', values.map(toValueRow))]),
          ...describeFurther(further),
          describeExtent(plan),
        ];
  return [...describeUnfinished(plan.unfinished), ...own].join('\n\n');
};

/** The finding of `--check`. */
export const describeFinding = ({ ids, unfinished }: ErasurePlan): string =>
  ids.length > 0
    ? `${countConsents(ids.length)} would be erased.`
    : `${countEach(unfinished.length, 'erasure')} would be finished.`;

/** What was done, and what to do next. */
export const describeDone = ({ extent, further }: ErasurePlan, at: Date, { erased, listed }: ErasureOutcome): string =>
  [
    `Erased on ${formatTime(at)}: ${countConsents(erased)}.`,
    ...(listed === 0
      ? []
      : [`An index still lists ${listed} of them. It follows without further action, and nobody can find them by it.`]),
    'Next: erase the person in your other systems, and in files and pages made from these consents. Inform those who received the data ' +
      '(Article 19 GDPR). Backups of the table expire after 35 days.',
    ...(further.length === 0
      ? []
      : ['The other consents listed above stay. If they are of the same person, erase them by the values listed.']),
    ...(extent === 'everything'
      ? []
      : [`From now on, \`${programName} person erased\` with the same values shows that the person was erased.`]),
  ].join('\n');

/** The same for scripts. */
export const toPlanData = ({ unfinished, ids, ...plan }: ErasurePlan) => ({
  ...plan,
  consents: ids,
  unfinished: unfinished.map(({ id, at, by, consents }) => ({ id, at, by, consents })),
});
