import * as v from 'valibot';
import { consentStates } from '../consents/state.ts';
import { isoTime, timeIfAny } from './iso-time.ts';

const ConsentState = v.nullable(v.picklist(consentStates));

/** A part of the span with one state. Null before the consent was given. */
const Phase = v.strictObject({
  state: ConsentState,
  since: v.pipe(timeIfAny, v.description('When the state began. This may be long before the span.')),
  from: isoTime,
  until: isoTime,
});
export type Phase = v.InferOutput<typeof Phase>;

/** The state of a consent in a span, and why. */
export const StateStatement = v.strictObject({
  from: v.pipe(isoTime, v.description('Start of the requested span.')),
  until: v.pipe(isoTime, v.description('End of the requested span, exclusive.')),
  isOpen: v.pipe(
    v.boolean(),
    v.description('Whether the span was still running when the document was issued. The state may then still change.'),
  ),
  state: v.pipe(ConsentState, v.description('State at the end of the span. `null` before the consent was given.')),
  since: v.pipe(timeIfAny, v.description('When that state began.')),
  phases: v.pipe(v.array(Phase), v.minLength(1), v.description('The parts of the span, each with one state.')),
});
export type StateStatement = v.InferOutput<typeof StateStatement>;

/** The moments that decide a state, null for those that do not come, and when the consent stops being in force. */
export const TimesStatement = v.strictObject({
  given: isoTime,
  revoked: timeIfAny,
  expires: timeIfAny,
  superseded: timeIfAny,
  erased: timeIfAny,
  ends: timeIfAny,
});
export type TimesStatement = v.InferOutput<typeof TimesStatement>;
