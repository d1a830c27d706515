import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';
import { ContentStatement } from './content-schema.ts';
import { isoTime, timeIfAny } from './iso-time.ts';

export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 in hex.'));

const versionEntries = {
  version: integer,
  versionId: identifier,
  publishedAt: isoTime,
  publishedBy: v.string(),
  currentUntil: v.pipe(timeIfAny, v.description('`null` for the current version.')),
  askAgain: v.pipe(v.boolean(), v.description('Whether people who agreed to an earlier version must agree again.')),
};

/** A version among those of its notice. */
export const VersionStatement = v.strictObject(versionEntries);
export type VersionStatement = v.InferOutput<typeof VersionStatement>;

/** SHA-256 of a version's content from three places, which must agree. */
const HashStatement = v.strictObject({
  storedWithConsent: sha256,
  storedWithVersion: sha256,
  recomputed: v.pipe(v.nullable(sha256), v.description('Computed from `content`. `null` if there is no content.')),
  agree: v.boolean(),
});
export type HashStatement = v.InferOutput<typeof HashStatement>;

/** The notice version to which the person agreed. */
export const NoticeStatement = v.strictObject({
  ...versionEntries,
  pid: integer,
  name: v.pipe(v.string(), v.description('Name that the account uses for the notice.')),
  wasCurrent: v.pipe(
    v.boolean(),
    v.description(
      'Whether this was the current version when the consent was given. A site may name an earlier version.',
    ),
  ),
  languages: v.pipe(v.array(v.string()), v.description('Languages in which the version has a text.')),
  validityDays: v.pipe(integer, v.description('Days for which a consent to the version holds. 0 means no limit.')),
  content: v.pipe(
    v.nullable(ContentStatement),
    v.description('Everything that the version says. The hash is made from it. `null` if it no longer exists.'),
  ),
  hash: HashStatement,
  history: v.pipe(v.array(VersionStatement), v.description('All versions of the notice, the oldest first.')),
  askedAgainBy: v.pipe(v.nullable(VersionStatement), v.description('The first later version that asks people again.')),
});
export type NoticeStatement = v.InferOutput<typeof NoticeStatement>;
