import * as v from 'valibot';
import { ProjectUid } from '../identity/project-request.ts';
import { Pid } from '../notices/notice-request.ts';
import { positiveInteger, says } from '../schema/scalar.ts';

/** The largest and the default number of months in an overview. */
export const overviewMonths = { most: 24, usual: 12 } as const;

export const OverviewMonths = v.pipe(
  positiveInteger,
  v.maxValue(overviewMonths.most, says('out-of-range', `Must be at most ${overviewMonths.most}.`)),
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
