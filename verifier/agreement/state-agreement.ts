import type { ConsentTimes } from '../../shared/consents/state.ts';
import { timesOf } from '../../shared/consents/state.ts';
import { spanOf, stateIn, tellTimes } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Check } from '../verification.ts';
import { isSame, mustAgree } from './agreement.ts';

const dateIfAny = (moment: string | null | undefined): Date | undefined => (moment ? new Date(moment) : undefined);

/** The times that decide the states, computed from the consent, its revocation, its erasure and the terms of its version. */
export const followTimes = ({ times, erasure, notice }: Statement): ConsentTimes =>
  timesOf(
    { given: new Date(times.given), revoked: dateIfAny(times.revoked), erased: dateIfAny(erasure?.time) },
    { validityDays: notice.validityDays, askedAgainBy: notice.askedAgainBy ?? undefined },
  );

const isTold = (told: unknown, tell: () => unknown): boolean => {
  try {
    return isSame(told, tell());
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const checkStates = ({ state, stateNow, issuedAt }: Statement, times: ConsentTimes): readonly Check[] => {
  const issued = new Date(issuedAt);
  const asked = { start: new Date(state.from), end: new Date(state.until) };
  return [
    mustAgree('state', {
      part: 'state',
      so: 'The state at the time asked about follows from the times.',
      not: 'The state at the time asked about does not follow from the times.',
      is: asked.start < asked.end && isTold(state, () => stateIn(times, asked, issued)),
    }),
    mustAgree('state-now', {
      part: 'stateNow',
      so: 'The state at the time of issue follows from the times.',
      not: 'The state at the time of issue does not follow from the times.',
      is: isTold(stateNow, () => stateIn(times, spanOf(issued), issued)),
    }),
  ];
};

/** Whether times and states follow from their sources, computed with the register's own code. */
export const checkStatesAndTimes = (statement: Statement): readonly Check[] => {
  const { times, issuedAt } = statement;
  const followed = followTimes(statement);
  const follow = isTold(times, () => tellTimes(followed));
  return [
    mustAgree('times', {
      part: 'times',
      so: 'The times agree with the consent, its version, its revocation and its erasure.',
      not: 'The times do not agree with the consent, its version, its revocation and its erasure.',
      is: follow,
    }),
    ...(follow ? checkStates(statement, followed) : []),
    mustAgree('issued', {
      part: 'times',
      so: 'The statement was issued after the consent was given. Names of the account, the project, the notice and users are those of the time of issue.',
      not: 'By its own times, the statement was issued before the consent was given.',
      is: new Date(issuedAt) >= new Date(times.given),
    }),
  ];
};
