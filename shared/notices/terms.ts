import * as v from 'valibot';

/** An organisation or a person that is responsible for data or receives it: a party of ISO/IEC TS 27560. */
export const Party = v.object({
  name: v.string(),
  address: v.exactOptional(v.string()),
  /** Person or office to ask, such as the data protection officer. */
  contact: v.exactOptional(v.string()),
  email: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  url: v.exactOptional(v.string()),
});
export type Party = v.InferOutput<typeof Party>;

/** Anything with a name. `type` is a term of a vocabulary, such as `Marketing` of the W3C's Data Privacy Vocabulary. */
const namedEntries = { name: v.string(), type: v.exactOptional(v.string()) };
export const Named = v.object(namedEntries);
export type Named = v.InferOutput<typeof Named>;

/** What data is for. */
export type Purpose = Named;

/** A kind of data. */
export const DataKind = v.object({
  ...namedEntries,
  /** Whether a person may leave this data out and still agree. */
  optional: v.exactOptional(v.boolean()),
  sensitive: v.exactOptional(v.boolean()),
  /** Whether the data is of a special category (Article 9 of the GDPR). */
  special: v.exactOptional(v.boolean()),
});
export type DataKind = v.InferOutput<typeof DataKind>;

/** What a person may do, and where. */
export const Recourse = v.object({ ...namedEntries, url: v.exactOptional(v.string()) });
export type Recourse = v.InferOutput<typeof Recourse>;

/** How long data is stored. `duration` is an ISO 8601 duration, such as `P2Y`. */
export const Period = v.object({ name: v.string(), duration: v.exactOptional(v.string()) });
export type Period = v.InferOutput<typeof Period>;

/** How people may express consent, as terms of the Data Privacy Vocabulary. */
export const consentTypes: readonly string[] = ['ImpliedConsent', 'ExpressedConsent', 'ExplicitlyExpressedConsent'];

const someNamed = v.exactOptional(v.array(Named));

/**
 * The terms of a version besides its texts (docs/contract.md, Notices and versions): what ISO/IEC TS 27560 requires of
 * a notice, and what follows for consents. `notices/get` returns them, the seven operations do not. The hash of the
 * content includes them.
 */
export const NoticeTerms = v.object({
  /** Whether people who agreed to an earlier version must be asked again. */
  askAgain: v.exactOptional(v.boolean()),
  /** Days for which a consent is kept after its end. */
  retentionDays: v.exactOptional(v.number()),
  controller: v.exactOptional(Party),
  purposes: someNamed,
  recipients: v.exactOptional(v.array(Party)),
  personalData: v.exactOptional(v.array(DataKind)),
  processing: someNamed,
  dataSources: someNamed,
  storageLocations: someNamed,
  /** How long the data, not the consents, is stored. */
  storagePeriod: v.exactOptional(Period),
  processingLocations: someNamed,
  jurisdictions: someNamed,
  lawfulBasis: v.exactOptional(Named),
  /** One of `consentTypes`. */
  consentType: v.exactOptional(v.string()),
  withdrawal: v.exactOptional(Recourse),
  rights: v.exactOptional(v.array(Recourse)),
  /** The authority to which people can complain. */
  authority: v.exactOptional(Party),
});
export type NoticeTerms = v.InferOutput<typeof NoticeTerms>;
