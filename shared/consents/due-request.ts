import * as v from 'valibot';
import { dueBounds } from '../api/limits.ts';
import { ProjectUid } from '../identity/project-request.ts';
import { Pid } from '../notices/notice-request.ts';
import { identifier, positiveInteger, ruleMessage } from '../schema/scalar.ts';
import { DueReason } from './due-answer.ts';
import { dueDays } from './due-reasons.ts';

export const DuePerPage = v.pipe(
  positiveInteger,
  v.maxValue(dueBounds.perPage, ruleMessage('out-of-range', `Must be at most ${dueBounds.perPage}.`)),
);

export const DueDays = v.pipe(
  positiveInteger,
  v.maxValue(dueDays.most, ruleMessage('out-of-range', `Must be at most ${dueDays.most}.`)),
);

/** The parameters of a list of consents whose people must be asked again, with defaults of `days` and `perPage`. */
export const DueConsentsRequest = v.pipe(
  v.strictObject({
    days: v.optional(
      v.pipe(
        DueDays,
        v.description(`Consents that expire within this many days are due. Default: \`${dueDays.usual}\`.`),
      ),
    ),
    reason: v.optional(v.pipe(DueReason, v.description('Only consents that are due for this reason.'))),
    projectUid: v.optional(v.pipe(ProjectUid, v.description('UID of a project. Default: all projects.'))),
    consentInformationPid: v.optional(v.pipe(Pid, v.description('PID of a notice. Default: all notices.'))),
    after: v.optional(v.pipe(identifier, v.description('`next` of the previous answer.'))),
    perPage: v.optional(
      v.pipe(DuePerPage, v.description(`Largest number of consents in the answer. Default: \`${dueBounds.perPage}\`.`)),
    ),
  }),
  v.transform(({ days = dueDays.usual, perPage = dueBounds.perPage, ...rest }) => ({ ...rest, days, perPage })),
);
export type DueConsentsRequest = v.InferOutput<typeof DueConsentsRequest>;
