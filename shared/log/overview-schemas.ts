import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { ConsentRecord } from '../consents/record.ts';
import type { EndStateName } from '../consents/state.ts';
import { endNames } from '../consents/state.ts';
import { ProjectUid } from '../identity/project-request.ts';
import { Pid } from '../notices/notice-request.ts';
import { integer, positiveInteger, ruleMessage, zonedTimeIfAnyOf } from '../schema/scalar.ts';

/** The largest and the default number of months in an overview. */
export const overviewMonths = { most: 24, usual: 12 } as const;

export const OverviewMonths = v.pipe(
  positiveInteger,
  v.maxValue(overviewMonths.most, ruleMessage('out-of-range', `Must be at most ${overviewMonths.most}.`)),
);

/** The parameters of an overview; `months` has its default. */
export const OverviewRequest = v.pipe(
  v.strictObject({
    projectUid: v.optional(v.pipe(ProjectUid, v.description('UID of a project. Default: all projects.'))),
    consentInformationPid: v.optional(v.pipe(Pid, v.description('PID of a notice. Default: all notices.'))),
    months: v.optional(
      v.pipe(
        OverviewMonths,
        v.description(`Number of months, including this one. Default: \`${overviewMonths.usual}\`.`),
      ),
    ),
  }),
  v.transform(({ months = overviewMonths.usual, ...filter }) => ({ ...filter, months })),
);
export type OverviewRequest = v.InferOutput<typeof OverviewRequest>;

const { consentInformationPid, consentInformationVersionId } = ConsentRecord.entries;

/** What is counted of a span: what came, and how what was in force ended. */
export const flowFigures = ['given', ...endNames] as const;
export type FlowFigure = (typeof flowFigures)[number];

const endedBy: Readonly<Record<EndStateName, string>> = {
  revoked: 'were revoked',
  expired: 'expired',
  superseded: 'were superseded by a version that asks again',
  erased: 'were erased',
};

/** A count for each figure of a span, with its description. @param span such as `in the month` */
const flowIn = (span: string) => {
  const counted = (what: string) => v.pipe(integer, v.description(what));
  return {
    given: counted(`Consents given ${span}. Imported consents count when the person gave them.`),
    ...(Object.fromEntries(
      endNames.map((name) => [name, counted(`Consents in force that ${endedBy[name]} ${span}.`)]),
    ) as Readonly<Record<EndStateName, ReturnType<typeof counted>>>),
  };
};

export const OverviewMonth = v.strictObject({
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/), v.description('Month in UTC, as `YYYY-MM`.')),
  ...flowIn('in the month'),
  active: v.pipe(
    integer,
    v.description(
      'Consents in force at the end of the month, or now: those of the month before and those given, less those that ended.',
    ),
  ),
});

export const OverviewVersion = v.strictObject({
  consentInformationPid,
  consentInformationVersionId,
  consentInformationVersion: v.pipe(integer, v.description('Number of the notice version.')),
  ...flowIn('in all these months'),
  active: v.pipe(integer, v.description('Consents to the version that are in force now.')),
});

/** What happened to the consents of an account, month by month, and how many requests to confirm have no answer. */
export const Overview = v.strictObject({
  countedUntil: zonedTimeIfAnyOf('Time up to which consents are counted, or `null` if they are not counted yet'),
  data: v.pipe(
    v.array(OverviewMonth),
    v.description('The oldest month first, this month last. Empty if `countedUntil` is `null`.'),
  ),
  versions: v.pipe(
    v.array(OverviewVersion),
    v.description('Versions that have counts, sorted by PID and version number.'),
  ),
  unconfirmedRequests: v.pipe(
    integer,
    v.description(
      `Requests to confirm by email of the last ${lifetimes.confirmationSeconds / 86_400} days that were neither confirmed nor replaced nor erased, of the whole account. One whose link ends counts until that day (UTC) is over.`,
    ),
  ),
});
export type Overview = v.InferOutput<typeof Overview>;
