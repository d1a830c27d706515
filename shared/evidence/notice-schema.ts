import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';
import { ContentStatement } from './content-schema.ts';
import { isoTime, timeIfAny } from './iso-time.ts';

/** SHA-256 in hex. */
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 in hex.'));

const versionEntries = {
  version: integer,
  versionId: identifier,
  publishedAt: isoTime,
  publishedBy: v.string(),
  currentUntil: v.pipe(timeIfAny, v.description('`null` of the current version.')),
  askAgain: v.pipe(v.boolean(), v.description('Whether people who agreed to an earlier version are asked again.')),
};

/** A version among those of its notice. */
export const VersionStatement = v.strictObject(versionEntries);
export type VersionStatement = v.InferOutput<typeof VersionStatement>;

/** SHA-256 of what a version says, from three places that must agree. */
const HashStatement = v.strictObject({
  storedWithConsent: sha256,
  storedWithVersion: sha256,
  recomputed: v.pipe(v.nullable(sha256), v.description('Made anew of `content`; `null` where there is none.')),
  agree: v.boolean(),
});
export type HashStatement = v.InferOutput<typeof HashStatement>;

/** The notice version that was agreed to. */
export const NoticeStatement = v.strictObject({
  ...versionEntries,
  pid: integer,
  name: v.pipe(v.string(), v.description('By which the account knows the notice.')),
  wasCurrent: v.pipe(
    v.boolean(),
    v.description('Whether it was the current version when the consent was given: a site may name an earlier one.'),
  ),
  languages: v.pipe(v.array(v.string()), v.description('Those that the version has a text in.')),
  validityDays: v.pipe(integer, v.description('How long a consent to it holds; 0 is without limit.')),
  content: v.pipe(
    v.nullable(ContentStatement),
    v.description('All that the version says: what the hash is made of. `null` where it is gone.'),
  ),
  hash: HashStatement,
  history: v.pipe(v.array(VersionStatement), v.description('All versions of the notice, the oldest first.')),
  askedAgainBy: v.pipe(
    v.nullable(VersionStatement),
    v.description('The first later version that asks again the people who agreed to this one.'),
  ),
});
export type NoticeStatement = v.InferOutput<typeof NoticeStatement>;
