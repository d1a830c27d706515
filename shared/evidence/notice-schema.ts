import * as v from 'valibot';
import { NoticeContent } from '../notices/content.ts';
import { DataKind, Named, Party, Period, Recourse, termsIn } from '../notices/terms.ts';
import { identifier, integer } from '../schema/scalar.ts';
import { isoTime, timeIfAny } from './iso-time.ts';

export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 in hex.'));

/** A leaf of the log commits to all of these, except `currentUntil`, which follows from the next version. */
const versionEntries = {
  version: v.pipe(integer, v.description('Number of the version among those of its notice, from 1 without a gap.')),
  versionId: identifier,
  publishedAt: isoTime,
  publishedBy: v.string(),
  currentUntil: v.pipe(
    timeIfAny,
    v.description('When the next version was published. `null` for the current version.'),
  ),
  askAgain: v.pipe(v.boolean(), v.description('Whether people who agreed to an earlier version must agree again.')),
  languages: v.pipe(v.array(v.string()), v.description('Languages in which the version has a text, in its order.')),
  validityDays: v.pipe(integer, v.description('Days for which a consent to the version holds. 0 means no limit.')),
  retentionDays: v.pipe(
    v.nullable(integer),
    v.description('Days for which a consent is kept after its end. `null` if the version does not say.'),
  ),
};

/** A version among those of its notice, with everything that its leaf of the log commits to. */
export const VersionStatement = v.strictObject({
  ...versionEntries,
  contentHash: v.pipe(sha256, v.description('Hash of its content, as stored with the version.')),
});
export type VersionStatement = v.InferOutput<typeof VersionStatement>;

/** SHA-256 of a version's content from three places, which must agree. */
const HashStatement = v.strictObject({
  storedWithConsent: sha256,
  storedWithVersion: sha256,
  recomputed: v.pipe(v.nullable(sha256), v.description('Computed from `content`. `null` if there is no content.')),
  agree: v.boolean(),
});
export type HashStatement = v.InferOutput<typeof HashStatement>;

/** The content of a notice version and nothing else: a signed document must not contain unknown members. */
const ContentStatement = v.strictObject({
  ...NoticeContent.entries,
  validityDays: integer,
  ...termsIn({
    days: integer,
    party: v.strictObject(Party.entries),
    named: v.strictObject(Named.entries),
    dataKind: v.strictObject(DataKind.entries),
    recourse: v.strictObject(Recourse.entries),
    period: v.strictObject(Period.entries),
  }),
});

/** The notice version to which the person agreed. */
export const NoticeStatement = v.strictObject({
  ...versionEntries,
  pid: integer,
  name: v.pipe(v.string(), v.description('Name that the account uses for the notice, as of `issuedAt`.')),
  wasCurrent: v.pipe(
    v.boolean(),
    v.description(
      'Whether this was the current version when the consent was given. A site may name an earlier version.',
    ),
  ),
  content: v.pipe(
    v.nullable(ContentStatement),
    v.description('Everything that the version says. The hash is made from it. `null` if it no longer exists.'),
  ),
  hash: HashStatement,
  history: v.pipe(
    v.array(VersionStatement),
    v.description('All versions of the notice that the register had at `issuedAt`, the oldest first.'),
  ),
  askedAgainBy: v.pipe(v.nullable(VersionStatement), v.description('The first later version that asks people again.')),
});
export type NoticeStatement = v.InferOutput<typeof NoticeStatement>;
