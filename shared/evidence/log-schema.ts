import * as v from 'valibot';
import { integer } from '../schema/scalar.ts';

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

/** The events that a document can prove, by their names in the statements of leaves. */
export const provableEvents = [
  'consent.recorded',
  'consent.imported',
  'consent.revoked',
  'consent.erased',
  'notice.published',
] as const;
export type ProvableEvent = (typeof provableEvents)[number];

/** No document needs so many checkpoints, stamps or leaves. A reader checks none of them if there are more. */
const most = 64;

/** Proof that a leaf is in the tree of a checkpoint. */
const LogLeaf = v.strictObject({
  event: v.picklist(provableEvents),
  index: v.pipe(integer, v.description('Number of the leaf, from 0.')),
  path: v.pipe(
    v.array(hash),
    v.description('Hashes of the audit path from the leaf to the root, the nearest first (RFC 6962, section 2.1.1).'),
  ),
  salt: v.pipe(bytes, v.description('Salt that is hashed before the statement of the leaf.')),
  size: v.pipe(integer, v.description('Number of leaves of the tree to whose root the path leads.')),
});
export type LogLeaf = v.InferOutput<typeof LogLeaf>;

/** Proof that the log has what the statement says (docs/evidence.md, The log). */
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
            v.maxLength(most),
            v.description(
              'Time stamps over the text of `note`, the empty line and the first signature line, as tokens of time-stamp authorities (RFC 3161, DER).',
            ),
          ),
        }),
      ),
      v.maxLength(most),
      v.description('Each checkpoint once, the smallest tree first.'),
    ),
    key: v.pipe(
      v.string(),
      v.description(
        'Key of the log: `<name>+<hash>+<key>` (C2SP signed-note, type 0x01). It verifies both signatures.',
      ),
    ),
    leaves: v.pipe(v.array(LogLeaf), v.minLength(1), v.maxLength(most)),
  }),
  v.description(
    'Proof that the consent is in the log. It is not signed, because it proves itself. A later proof may replace it.',
  ),
);
export type DocumentLog = v.InferOutput<typeof DocumentLog>;
