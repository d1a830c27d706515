import * as v from 'valibot';
import { ConsentRecord } from '../consents/record.ts';
import { integer, timeIfAnyOf } from '../schema/scalar.ts';

const { consentInformationPid, consentInformationVersionId } = ConsentRecord.entries;

export const OverviewMonth = v.strictObject({
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/), v.description('In UTC, as `YYYY-MM`.')),
  given: v.pipe(
    integer,
    v.description('Consents that were given in it, imported ones in the month in which they were given.'),
  ),
  withdrawn: v.pipe(integer, v.description('Consents in force that were revoked in it.')),
  inForce: v.pipe(integer, v.description('Consents in force at its end, or now.')),
});

export const OverviewVersion = v.strictObject({
  consentInformationPid,
  consentInformationVersionId,
  consentInformationVersion: v.pipe(integer, v.description('Number of the version of the notice.')),
  inForce: v.pipe(integer, v.description('Consents to it that are in force now, one at least.')),
});

/** What happened to the consents of an account, month by month. */
export const Overview = v.strictObject({
  countTime: timeIfAnyOf(
    'Until when consents are counted, or `null` where they are not yet, and where the register keeps no log',
  ),
  data: v.pipe(
    v.array(OverviewMonth),
    v.description('The oldest month first, this one last; none where nothing is counted.'),
  ),
  versions: v.pipe(v.array(OverviewVersion), v.description('By PID and number.')),
});
export type Overview = v.InferOutput<typeof Overview>;
