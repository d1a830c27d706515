import * as v from 'valibot';

/** An organisation or a person that is responsible for data or receives it. */
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

/**
 * The terms of a notice in their fixed order, each in its shape: the one place that says which there are. What is stored, what
 * `notices/get` answers, what a signed statement says and what `notice.json` may have are made from it.
 */
/* @__NO_SIDE_EFFECTS__ */
export const termsIn = <
  Days extends v.GenericSchema<number>,
  OneParty extends v.GenericSchema<Party>,
  OneNamed extends v.GenericSchema<Named>,
  OneDataKind extends v.GenericSchema<DataKind>,
  OneRecourse extends v.GenericSchema<Recourse>,
  OnePeriod extends v.GenericSchema<Period>,
>({
  days,
  party,
  named,
  dataKind,
  recourse,
  period,
}: {
  readonly days: Days;
  readonly party: OneParty;
  readonly named: OneNamed;
  readonly dataKind: OneDataKind;
  readonly recourse: OneRecourse;
  readonly period: OnePeriod;
}) => ({
  /** Whether people who agreed to an earlier version must be asked again. */
  askAgain: v.exactOptional(v.boolean()),
  /** Days for which a consent is kept after its end. */
  retentionDays: v.exactOptional(days),
  controller: v.exactOptional(party),
  purposes: v.exactOptional(v.array(named)),
  recipients: v.exactOptional(v.array(party)),
  personalData: v.exactOptional(v.array(dataKind)),
  processing: v.exactOptional(v.array(named)),
  dataSources: v.exactOptional(v.array(named)),
  storageLocations: v.exactOptional(v.array(named)),
  /** How long the data, not the consents, is stored. */
  storagePeriod: v.exactOptional(period),
  processingLocations: v.exactOptional(v.array(named)),
  jurisdictions: v.exactOptional(v.array(named)),
  lawfulBasis: v.exactOptional(named),
  /** One of `consentTypes`. */
  consentType: v.exactOptional(v.string()),
  withdrawal: v.exactOptional(recourse),
  rights: v.exactOptional(v.array(recourse)),
  /** The authority to which people can complain. */
  authority: v.exactOptional(party),
});

/**
 * The terms of a version besides its texts (docs/api.md, Notices and versions): what people read of the processing,
 * and what follows for consents. `notices/get` returns them, the seven operations do not. The hash of the content
 * includes them.
 */
export const NoticeTerms = v.object(
  termsIn({
    days: v.number(),
    party: Party,
    named: Named,
    dataKind: DataKind,
    recourse: Recourse,
    period: Period,
  }),
);
export type NoticeTerms = v.InferOutput<typeof NoticeTerms>;

/** The terms by name, in their fixed order. */
export const TermName = v.keyof(NoticeTerms);
export type TermName = v.InferOutput<typeof TermName>;

type Said<Name extends TermName> = Required<NoticeTerms>[Name];

/** Terms that are a single value, without a name of their own. */
export type PlainTerm = { [Name in TermName]: Said<Name> extends object ? never : Name }[TermName];
export type NamedTerm = Exclude<TermName, PlainTerm>;

export const isPlain = (name: TermName): name is PlainTerm =>
  !['array', 'object'].includes(NoticeTerms.entries[name].wrapped.type);

/** The shape of what a term names; of a list, that of its items. */
export const shapeOf = (name: NamedTerm) => {
  const { wrapped } = NoticeTerms.entries[name];
  return wrapped.type === 'array' ? wrapped.item : wrapped;
};

/** A member of what a term names. */
export type TermMember = keyof (Party & DataKind & Recourse & Period);

/** The vocabulary that has a word for what a term names, by its prefix in linked data, and what that word may be. */
export type Vocabulary =
  | { readonly of: 'dpv' | 'pd'; readonly meaning: string; readonly example: string }
  | { readonly of: 'loc' }
  | { readonly of: 'eu-gdpr'; readonly example: string };

interface TermNote {
  /** What it means, in the documents of the interface. */
  readonly says: string;
  /** Of its `type`; a notice gives no `type` without one. */
  readonly vocabulary?: Vocabulary;
}

/** A class of the Data Privacy Vocabulary. */
interface Classified {
  readonly class: string;
}

/** An item of a list, as messages name it. */
interface Listed {
  readonly each: string;
}

type TermNotes = {
  readonly [Name in TermName]: TermNote &
    (Said<Name> extends object ? Classified : object) &
    (Said<Name> extends readonly unknown[] ? Listed : { readonly each?: never });
};

/** The description of each term. Apart from their shapes, because functions that read terms bundle only these. */
export const termNotes: TermNotes = {
  askAgain: { says: 'Whether people who agreed to an earlier version must agree again.' },
  retentionDays: { says: 'Days for which a consent is kept after its end.' },
  controller: { says: 'Who is responsible for the data.', class: 'DataController' },
  purposes: {
    says: 'What the data is for.',
    each: 'purpose',
    class: 'Purpose',
    vocabulary: { of: 'dpv', meaning: 'a purpose', example: 'Marketing' },
  },
  recipients: { says: 'Who receives the data.', each: 'recipient', class: 'Recipient' },
  personalData: {
    says: 'The kinds of data.',
    each: 'personal data',
    class: 'PersonalData',
    vocabulary: { of: 'pd', meaning: 'a kind of personal data', example: 'EmailAddress' },
  },
  processing: {
    says: 'What is done with the data.',
    each: 'processing',
    class: 'Processing',
    vocabulary: { of: 'dpv', meaning: 'a kind of processing', example: 'Collect' },
  },
  dataSources: {
    says: 'Where the data comes from.',
    each: 'data source',
    class: 'DataSource',
    vocabulary: { of: 'dpv', meaning: 'a data source', example: 'DataSubjectDataSource' },
  },
  storageLocations: {
    says: 'Where the data is stored.',
    each: 'storage location',
    class: 'StorageLocation',
    vocabulary: { of: 'loc' },
  },
  storagePeriod: { says: 'How long the data is stored.', class: 'StorageDuration' },
  processingLocations: {
    says: 'Where the data is processed.',
    each: 'processing location',
    class: 'ProcessingLocation',
    vocabulary: { of: 'loc' },
  },
  jurisdictions: { says: 'Whose law applies.', each: 'jurisdiction', class: 'Location', vocabulary: { of: 'loc' } },
  lawfulBasis: {
    says: 'The legal basis of the processing.',
    class: 'LegalBasis',
    vocabulary: { of: 'eu-gdpr', example: 'A6-1-a' },
  },
  consentType: { says: 'How people express consent, as a term of the Data Privacy Vocabulary.' },
  withdrawal: { says: 'How to withdraw the consent.', class: 'WithdrawConsent' },
  rights: {
    says: 'What a person has the right to ask for.',
    each: 'right',
    class: 'DataSubjectRight',
    vocabulary: { of: 'eu-gdpr', example: 'A15' },
  },
  authority: { says: 'The authority to which people can complain.', class: 'Authority' },
};
