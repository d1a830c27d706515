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

/** Anything with a name; `type` is its name in a vocabulary, such as `Marketing` of the W3C's Data Privacy Vocabulary. */
const namedEntries = { name: v.string(), type: v.exactOptional(v.string()) };
export const Named = v.object(namedEntries);
export type Named = v.InferOutput<typeof Named>;

/** What data is for. */
export type Purpose = Named;

/** A kind of data. */
export const DataKind = v.object({
  ...namedEntries,
  /** Whether a person may leave it out and still agree. */
  optional: v.exactOptional(v.boolean()),
  sensitive: v.exactOptional(v.boolean()),
  /** Whether it is of a special category, as of Article 9 of the GDPR. */
  special: v.exactOptional(v.boolean()),
});
export type DataKind = v.InferOutput<typeof DataKind>;

/** What a person may do, and where. */
export const Recourse = v.object({ ...namedEntries, url: v.exactOptional(v.string()) });
export type Recourse = v.InferOutput<typeof Recourse>;

/** How long data is stored; `duration` as ISO 8601 writes it, such as `P2Y`. */
export const Period = v.object({ name: v.string(), duration: v.exactOptional(v.string()) });
export type Period = v.InferOutput<typeof Period>;

/** How people may express consent, in words of the Data Privacy Vocabulary. */
export const consentTypes: readonly string[] = ['ImpliedConsent', 'ExpressedConsent', 'ExplicitlyExpressedConsent'];

const someNamed = v.exactOptional(v.array(Named));

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
  purposes: someNamed,
  recipients: v.exactOptional(v.array(Party)),
  personalData: v.exactOptional(v.array(DataKind)),
  /** What is done with it. */
  processing: someNamed,
  /** Where it comes from. */
  dataSources: someNamed,
  storageLocations: someNamed,
  /** Of the data, not of the consents. */
  storagePeriod: v.exactOptional(Period),
  processingLocations: someNamed,
  /** Whose law applies. */
  jurisdictions: someNamed,
  lawfulBasis: v.exactOptional(Named),
  /** One of `consentTypes`. */
  consentType: v.exactOptional(v.string()),
  /** How it is withdrawn. */
  withdrawal: v.exactOptional(Recourse),
  rights: v.exactOptional(v.array(Recourse)),
  /** The authority to which one may complain. */
  authority: v.exactOptional(Party),
});
export type NoticeTerms = v.InferOutput<typeof NoticeTerms>;
