import * as v from 'valibot';
import { Proof, UserData } from '../consents/evidence.ts';
import { ConsentRecord } from '../consents/record.ts';
import { byEnd, consentStates } from '../consents/state.ts';
import { NoticeContent } from '../notices/content.ts';
import { NoticeNaming } from '../notices/naming.ts';
import { DataKind, Named, Party, Period, Recourse, termsIn } from '../notices/terms.ts';
import { identifier, integer } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { isMoment } from '../time.ts';
import type { PartName } from './statement-format.ts';
import { gaps, partNames, statementFormat } from './statement-format.ts';

/** A moment in UTC with milliseconds, in the form of `Date.toISOString`. */
export const isoTime = v.pipe(
  v.string(),
  v.regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment, 'There is no such moment.'),
  v.description('UTC, as `YYYY-MM-DDTHH:MM:SS.mmmZ`.'),
);

const timeIfAny = v.nullable(isoTime);

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 in hex.'));

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
const NoticeStatement = v.strictObject({
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

const seenEntries = {
  time: v.pipe(isoTime, v.description("Time of the register's clock.")),
  sessionId: v.string(),
  sourceIp: v.pipe(v.nullable(v.string()), v.description('`null` if the consent was erased. So is `userAgent`.')),
  userAgent: v.nullable(v.string()),
  requestId: v.string(),
};

/** What the register observed of a call (docs/contract.md, What the register observes). */
export const ObservedStatement = v.strictObject({
  ...seenEntries,
  user: v.strictObject({
    id: integer,
    name: v.pipe(v.nullable(v.string()), v.description('As of `issuedAt`. `null` if the user no longer existed.')),
  }),
});
export type ObservedStatement = v.InferOutput<typeof ObservedStatement>;

const ObservedElsewhere = v.nullable(v.strictObject({ ...seenEntries, userId: integer }));

/**
 * The import of the consent, and what another register observed of it according to the file. This register observed
 * nothing (docs/contract.md, Imported consents).
 */
export const ImportStatement = v.strictObject({
  source: v.pipe(v.string(), v.description('Name that the operator gave the source.')),
  line: v.pipe(integer, v.description('Line of the file, from 1.')),
  time: isoTime,
  by: v.string(),
  observed: ObservedElsewhere,
  revocationObserved: ObservedElsewhere,
});
export type ImportStatement = v.InferOutput<typeof ImportStatement>;

/** A revocation, with what the site said apart from what the register observed. */
export const RevocationStatement = v.strictObject({
  claimed: v.strictObject({ channel: v.nullable(Channel), proof: v.nullable(Proof) }),
  observed: v.nullable(ObservedStatement),
});
export type RevocationStatement = v.InferOutput<typeof RevocationStatement>;

/** What a consent lacks to be stronger evidence (docs/contract.md, Completeness). */
const CompletenessStatement = v.strictObject({
  gaps: v.pipe(
    v.array(v.picklist(gaps)),
    v.description(
      'What would make the consent stronger evidence, in the order of the codes. Empty if nothing is missing.',
    ),
  ),
});

export type CompletenessStatement = v.InferOutput<typeof CompletenessStatement>;

const { proof: _, userData: __, revokeProof: ___, ...shortRecord } = ConsentRecord.entries;

const ConsentState = v.nullable(v.picklist(consentStates));

/** A part of the span with one state. Null before the consent was given. */
const Phase = v.strictObject({
  state: ConsentState,
  since: v.pipe(timeIfAny, v.description('When the state began. This may be long before the span.')),
  from: isoTime,
  until: isoTime,
});

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

/** The moments that decide a state, null for those that do not come, and when the consent stops being in force. */
export const TimesStatement = v.strictObject({
  given: isoTime,
  ...byEnd('moment', () => timeIfAny),
  ends: timeIfAny,
});

const partEntries = {
  account: v.strictObject({
    id: identifier,
    name: v.pipe(v.string(), v.description('As of `issuedAt`. It may have been another one before.')),
  }),
  project: v.strictObject({
    uid: v.string(),
    id: identifier,
    name: v.pipe(
      v.nullable(v.string()),
      v.description('As of `issuedAt`. `null` if the account no longer had the project.'),
    ),
  }),
  record: v.pipe(
    v.strictObject(shortRecord),
    v.description('The record as the interface returns it, without the proofs and `userData`, which follow below.'),
  ),
  claimed: v.pipe(
    v.strictObject({
      projectUid: v.string(),
      lang: Lang,
      channel: Channel,
      proof: Proof,
      userData: UserData,
      noticeNamedBy: v.pipe(
        v.nullable(NoticeNaming),
        v.description(
          'How the site named the notice: by the id of the version, or by its PID, which means the version that was current. `null` if this was not kept.',
        ),
      ),
    }),
    v.description('What the site said when it recorded the consent. The register cannot know whether it is true.'),
  ),
  observed: v.pipe(
    v.nullable(ObservedStatement),
    v.description('What the register observed itself. `null` if the consent was imported.'),
  ),
  notice: NoticeStatement,
  revocation: v.nullable(RevocationStatement),
  imported: v.nullable(ImportStatement),
  erasure: v.nullable(v.strictObject({ time: isoTime })),
  completeness: CompletenessStatement,
  times: TimesStatement,
  state: v.pipe(StateStatement, v.description('State in the requested span.')),
  stateNow: v.pipe(StateStatement, v.description('State when the document was issued.')),
} satisfies Record<PartName, v.GenericSchema>;

/**
 * Everything that the register holds about one consent (docs/evidence.md). Times are ISO 8601, except those of
 * `record`.
 */
export const Statement = v.strictObject({
  format: v.literal(statementFormat),
  id: v.pipe(identifier, v.description('Id of the consent.')),
  issuedAt: v.pipe(isoTime, v.description("When the document was issued, by the register's clock.")),
  ...partEntries,
  hashes: v.pipe(
    v.strictObject(Object.fromEntries(partNames.map((name) => [name, sha256])) as Record<PartName, typeof sha256>),
    v.description('SHA-256 of the canonical JSON (RFC 8785) of each part.'),
  ),
});
export type Statement = v.InferOutput<typeof Statement>;

export type Phase = v.InferOutput<typeof Phase>;

export type StateStatement = v.InferOutput<typeof StateStatement>;

export type TimesStatement = v.InferOutput<typeof TimesStatement>;
