import * as v from 'valibot';

/** Who is responsible for data, or receives it: what ISO/IEC TS 27560 calls a party. */
export const Party = v.object({
  name: v.string(),
  address: v.exactOptional(v.string()),
  /** Whom to ask there, such as the data protection officer. */
  contact: v.exactOptional(v.string()),
  email: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  url: v.exactOptional(v.string()),
});
export type Party = v.InferOutput<typeof Party>;

/** What data is for; `type` is its name in a vocabulary, such as `Marketing` of the W3C's Data Privacy Vocabulary. */
export const Purpose = v.object({ name: v.string(), type: v.exactOptional(v.string()) });
export type Purpose = v.InferOutput<typeof Purpose>;

/**
 * What a version may say beside its texts (docs/contract.md, Notices and versions): what ISO/IEC TS 27560 asks of a notice, and
 * what follows for consents. No operation answers with it; the hash of the content has it.
 */
export const NoticeTerms = v.object({
  /** Whether people who agreed to an earlier version must be asked again. */
  askAgain: v.exactOptional(v.boolean()),
  /** Days for which a consent is kept after it has ended. */
  retentionDays: v.exactOptional(v.number()),
  controller: v.exactOptional(Party),
  purposes: v.exactOptional(v.array(Purpose)),
  recipients: v.exactOptional(v.array(Party)),
});
export type NoticeTerms = v.InferOutput<typeof NoticeTerms>;
