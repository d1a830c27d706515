import * as v from 'valibot';
import { identifierPattern } from '../identifier.ts';

/** Forms of values that the register itself wrote. Those of parameters, with messages for callers, are in `scalar.ts`. */

/** The id of an account, a project, a consent, a notice version or a session. */
export const storedId = v.pipe(v.string(), v.regex(identifierPattern));

/** A time as text: ISO 8601 in UTC. */
export const storedTime = v.pipe(v.string(), v.isoTimestamp());

/** A SHA-256 in hexadecimal digits. */
export const hexDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
