import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';

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
export const provableEvents = [...consentEvents, versionEvent] as const;
export type ProvableEvent = (typeof provableEvents)[number];
export type ConsentEvent = (typeof consentEvents)[number];

/** What names a leaf of a document: its event and, among the versions, the id of one. */
export type NamedLeaf =
  | { readonly event: ConsentEvent }
  | { readonly event: typeof versionEvent; readonly versionId: string };

/**
 * No document needs so many leaves, or so many checkpoints, or so many stamps of one. A reader checks none of them if
 * there are more.
 */
const mostLeaves = 1_024;
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

/** Proof that a leaf is in the tree of a checkpoint. Versions have a leaf each, which their ids tell apart. */
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
    leaves: v.pipe(v.array(LogLeaf), v.minLength(1), v.maxLength(mostLeaves)),
  }),
  v.description(
    'Proof that the consent is in the log. It is not signed, because it proves itself. A later proof may replace it.',
  ),
);
export type DocumentLog = v.InferOutput<typeof DocumentLog>;
