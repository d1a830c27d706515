import * as v from 'valibot';
import { identifierPattern } from '../runtime/identifier.ts';
import { isMoment } from '../runtime/time.ts';

/** Forms of values that the register itself wrote. Those of parameters, with messages for callers, are in `scalar.ts`. */

/** The id of an account, a project, a consent, a notice version or a session. */
export const storedId = v.pipe(v.string(), v.regex(identifierPattern));

/** A time as text: ISO 8601 in UTC with milliseconds, in the only form for that moment. */
export const storedTime = v.pipe(v.string(), v.check(isMoment, 'Must be a time such as 2026-11-22T09:30:00.000Z.'));

/** A SHA-256 in hexadecimal digits. */
export const hexDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
