import type { ConsentTimes } from '../shared/consents/state.ts';
import { timesOf } from '../shared/consents/state.ts';
import type { Statement } from '../shared/evidence/statement-schema.ts';

const dateIfAny = (moment: string | null | undefined): Date | undefined => (moment ? new Date(moment) : undefined);

/** The times that decide the states, computed from the consent, its revocation, its erasure and the terms of its version. */
export const followTimes = ({ times, erasure, notice }: Statement): ConsentTimes =>
  timesOf(
    { given: new Date(times.given), revoked: dateIfAny(times.revoked), erased: dateIfAny(erasure?.time) },
    { validityDays: notice.validityDays, askedAgainBy: notice.askedAgainBy ?? undefined },
  );
