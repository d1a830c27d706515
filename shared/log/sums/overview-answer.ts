import * as v from 'valibot';
import { ConsentRecord } from '../../consents/record.ts';
import { integer, zonedTimeIfAnyOf } from '../../schema/scalar.ts';

const { consentInformationPid, consentInformationVersionId } = ConsentRecord.entries;

export const OverviewMonth = v.strictObject({
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/), v.description('Month in UTC, as `YYYY-MM`.')),
  given: v.pipe(
    integer,
    v.description('Consents given in the month. Imported consents count in the month in which the person gave them.'),
  ),
  revoked: v.pipe(integer, v.description('Consents in force that were revoked in the month.')),
  active: v.pipe(integer, v.description('Consents in force at the end of the month, or now.')),
});

export const OverviewVersion = v.strictObject({
  consentInformationPid,
  consentInformationVersionId,
  consentInformationVersion: v.pipe(integer, v.description('Number of the notice version.')),
  active: v.pipe(integer, v.description('Consents to the version that are in force now, at least one.')),
});

/** What happened to the consents of an account, month by month. */
export const Overview = v.strictObject({
  countedUntil: zonedTimeIfAnyOf(
    'Time up to which consents are counted, or `null` if they are not counted yet or the register keeps no log',
  ),
  data: v.pipe(
    v.array(OverviewMonth),
    v.description('The oldest month first, this month last. Empty if `countedUntil` is `null`.'),
  ),
  versions: v.pipe(v.array(OverviewVersion), v.description('Sorted by PID and version number.')),
});
export type Overview = v.InferOutput<typeof Overview>;
