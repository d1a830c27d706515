import * as v from 'valibot';
import { Proof, UserData } from '../consents/person-data.ts';
import { ErasedLeaf, GivenLeaf, PublishedLeaf, RevokedLeaf } from '../log/leaf-schema.ts';
import { NoticeContent } from '../notices/content.ts';
import { DataKind, Named, Party, Period, Recourse, termsIn } from '../notices/terms.ts';
import { isMoment } from '../runtime/time.ts';
import { identifier, integer, isoTime, keyId } from '../schema/scalar.ts';
import { documentType, factsFormat } from './facts-format.ts';

/** The content of a notice version and nothing else: a signed document must not contain unknown members. */
const ContentFacts = v.strictObject({
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

/** The end of a span may be after the last year with four digits. */
const spanTime = v.pipe(
  v.string(),
  v.regex(/^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment, 'There is no such moment.'),
);

const SpanFacts = v.pipe(
  v.strictObject({
    from: v.pipe(spanTime, v.description('Start of the span.')),
    until: v.pipe(spanTime, v.description('End of the span, exclusive.')),
  }),
  v.check(({ from, until }) => Date.parse(from) < Date.parse(until), 'A span ends after its start.'),
  v.description('The span that was asked for. The state is that at its end. Absent if nobody asked for one.'),
);

const nameIfAny = v.nullable(v.string());

const NamesFacts = v.strictObject({
  account: v.string(),
  project: v.pipe(nameIfAny, v.description('`null` if the account no longer had the project.')),
  notice: v.pipe(v.string(), v.description('Name that the account uses for the notice.')),
  users: v.pipe(
    v.array(v.strictObject({ id: integer, name: nameIfAny })),
    v.description(
      'The users whose calls this register observed, or who asked for the links of these, each once, in the order of `consent`. A name is `null` if the user no longer existed.',
    ),
  ),
  keys: v.pipe(
    v.array(v.strictObject({ id: keyId, note: nameIfAny })),
    v.description(
      'The keys for machines of these calls and links, each once, in the same order. A note is `null` if the key has none.',
    ),
  ),
});

/** The leaves of a consent: that it was given and perhaps revoked, or, of an erased one, only that it was erased. */
const ConsentFacts = v.union([
  v.strictTuple([GivenLeaf]),
  v.strictTuple([GivenLeaf, RevokedLeaf]),
  v.strictTuple([ErasedLeaf]),
]);
export type ConsentFacts = v.InferOutput<typeof ConsentFacts>;

const ContentsFacts = v.strictObject({
  proof: v.exactOptional(Proof),
  userData: v.exactOptional(UserData),
  revokeProof: v.exactOptional(Proof),
  notice: v.pipe(
    v.nullable(ContentFacts),
    v.description('Everything that the version says. `null` if it no longer exists.'),
  ),
});

/**
 * What a register signs about one consent (docs/evidence-format.md): the leaves of its log, and the contents whose
 * hashes they have. Everything else follows from these (`toLeafStatement`).
 */
export const Facts = v.strictObject({
  format: v.literal(factsFormat),
  issuedAt: v.pipe(isoTime, v.description("When the document was issued, by the register's clock.")),
  asked: v.exactOptional(SpanFacts),
  names: v.pipe(NamesFacts, v.description('Names as of `issuedAt`. They may have been others before.')),
  consent: v.pipe(ConsentFacts, v.description('The leaves of the consent, exactly as the log commits to them.')),
  versions: v.pipe(
    v.array(PublishedLeaf),
    v.minLength(1),
    v.description('The leaves of all versions of the notice that the register had at `issuedAt`, the oldest first.'),
  ),
  contents: v.pipe(
    ContentsFacts,
    v.description('What the hashes in the leaves are made of. An erased consent has only `notice`.'),
  ),
});
export type Facts = v.InferOutput<typeof Facts>;

/** 32 bytes in base64, in the only form without unused bits (RFC 4648, section 3.5). */
const hash = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/),
  v.description('32 bytes in base64.'),
);

const bytes = v.pipe(
  v.string(),
  v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/),
  v.description('Bytes in base64.'),
);

/** The salt of a leaf: 16 bytes, or none for what was recorded before there was a log. */
const salt = v.pipe(
  v.string(),
  v.regex(/^(?:[A-Za-z0-9+/]{21}[AQgw]==)?$/),
  v.description('Salt that is hashed before the statement of the leaf: 16 bytes in base64, or none.'),
);

/** The events of a consent that a document can prove, by their names in the statements of leaves. */
const consentEvents = ['consent.recorded', 'consent.imported', 'consent.revoked', 'consent.erased'] as const;
const versionEvent = 'notice.published';
const provableEvents = [...consentEvents, versionEvent] as const;
export type ProvableEvent = (typeof provableEvents)[number];
export type ConsentEvent = (typeof consentEvents)[number];

/** What names a leaf of a document: its event and, among the versions, the id of one. */
export type NamedLeaf =
  | { readonly event: ConsentEvent }
  | { readonly event: typeof versionEvent; readonly versionId: string };

/**
 * No document needs this many leaves, checkpoints, or stamps of one checkpoint. A reader checks none of them if
 * there are more.
 */
const mostDocumentLeaves = 1_024;
const mostCheckpoints = 512;
const mostStamps = 64;

const leafEntries = {
  index: v.pipe(integer, v.description('Number of the leaf, from 0.')),
  path: v.pipe(
    v.array(hash),
    v.description('Hashes of the audit path from the leaf to the root, the nearest first (RFC 6962, section 2.1.1).'),
  ),
  salt,
  size: v.pipe(integer, v.description('Number of leaves of the tree to whose root the path leads.')),
};

/** Proof that a leaf is in the tree of a checkpoint. Versions have a leaf each, which their ids distinguish. */
const LogLeaf = v.variant('event', [
  v.strictObject({ event: v.picklist(consentEvents), ...leafEntries }),
  v.strictObject({
    event: v.literal(versionEvent),
    ...leafEntries,
    versionId: v.pipe(identifier, v.description('Id of the version, which `versions` has.')),
  }),
]);
export type LogLeaf = v.InferOutput<typeof LogLeaf>;

/** Proof that the log has the leaves of a document (docs/evidence-format.md, The log). */
export const DocumentLog = v.pipe(
  v.strictObject({
    checkpoints: v.pipe(
      v.array(
        v.strictObject({
          note: v.pipe(
            v.string(),
            v.description(
              'The checkpoint as a signed note (C2SP), with the two signatures of the log and any of witnesses.',
            ),
          ),
          stamps: v.pipe(
            v.array(bytes),
            v.maxLength(mostStamps),
            v.description(
              'Time stamps over the text of `note`, the empty line and the first signature line, as tokens of time-stamp authorities (RFC 3161, DER).',
            ),
          ),
        }),
      ),
      v.maxLength(mostCheckpoints),
      v.description('Each checkpoint once, the smallest tree first.'),
    ),
    key: v.pipe(
      v.string(),
      v.description(
        'Key of the log: `<name>+<hash>+<key>` (C2SP signed-note, type 0x01). It verifies both signatures.',
      ),
    ),
    leaves: v.pipe(v.array(LogLeaf), v.minLength(1), v.maxLength(mostDocumentLeaves)),
  }),
  v.description(
    'Proof that the consent is in the log. It is not signed, because it proves itself. A later proof may replace it.',
  ),
);
export type DocumentLog = v.InferOutput<typeof DocumentLog>;

/** 32 bytes in base64url, in the only form without unused bits (RFC 4648, section 3.5). */
const bytes32 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/),
  v.description('32 bytes in base64url. Unused bits are zero.'),
);

/** A public key on the curve P-256 (RFC 7518, section 6.2.1). */
export const DocumentJwk = v.strictObject({
  crv: v.literal('P-256'),
  kty: v.literal('EC'),
  x: bytes32,
  y: bytes32,
});
export type DocumentJwk = v.InferOutput<typeof DocumentJwk>;

/** The protected header of a document (RFC 7515, section 4). */
export const DocumentHeader = v.strictObject({
  alg: v.literal('ES256'),
  jwk: DocumentJwk,
  kid: v.pipe(bytes32, v.description('Thumbprint of `jwk` (RFC 7638, SHA-256).')),
  typ: v.literal(documentType),
});
export type DocumentHeader = v.InferOutput<typeof DocumentHeader>;

/** A signed document (docs/evidence-format.md): a flattened JWS with its payload, the facts, as `statement`. */
export const EvidenceDocument = v.strictObject({
  log: v.exactOptional(DocumentLog),
  protected: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]+$/),
    v.description('Protected header: base64url of its canonical JSON.'),
  ),
  signature: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{85}[AQgw]$/),
    v.description('r and s, 32 bytes each, in base64url. Unused bits are zero.'),
  ),
  statement: Facts,
});
export type EvidenceDocument = v.InferOutput<typeof EvidenceDocument>;
