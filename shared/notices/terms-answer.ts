import * as v from 'valibot';
import { integer } from '../schema/scalar.ts';

const said = (words: string) => v.pipe(v.string(), v.description(words));
const ifSaid = (words: string) => v.optional(said(words));

const typed = {
  name: said('Name.'),
  type: ifSaid('Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C.'),
};

/** An organisation or a person that is responsible for data or receives it, in an answer. */
export const NoticeParty = v.strictObject({
  name: said('Name of the organisation or the person.'),
  address: ifSaid('Postal address.'),
  contact: ifSaid('Person or office to ask.'),
  email: ifSaid('Email for questions.'),
  phone: ifSaid('Phone number for questions.'),
  url: ifSaid('Web page.'),
});

export const NoticeTerm = v.strictObject(typed);

/** What a person may do, and where. */
export const NoticeRecourse = v.strictObject({ ...typed, url: ifSaid('Web page.') });

export const NoticeDataKind = v.strictObject({
  ...typed,
  optional: v.optional(v.pipe(v.boolean(), v.description('Whether a person may leave this data out and still agree.'))),
  sensitive: v.optional(v.pipe(v.boolean(), v.description('Whether the data is sensitive.'))),
  special: v.optional(
    v.pipe(v.boolean(), v.description('Whether the data is of a special category (Article 9 of the GDPR).')),
  ),
});

export const NoticeStorage = v.strictObject({
  name: said('How long, in words.'),
  duration: ifSaid('How long, as an ISO 8601 duration, such as `P2Y`.'),
});

const some = <Schema extends v.GenericSchema>(schema: Schema, words: string) =>
  v.optional(v.pipe(v.array(schema), v.description(words)));
const one = <Schema extends v.GenericSchema>(schema: Schema, words: string) =>
  v.optional(v.pipe(schema, v.description(words)));

/** The terms of a version in an answer. Absent terms are left out. */
export const termsEntries = {
  retentionDays: v.optional(v.pipe(integer, v.description('Days for which a consent is kept after its end.'))),
  controller: one(NoticeParty, 'Who is responsible for the data.'),
  purposes: some(NoticeTerm, 'What the data is for.'),
  recipients: some(NoticeParty, 'Who receives the data.'),
  personalData: some(NoticeDataKind, 'The kinds of data.'),
  processing: some(NoticeTerm, 'What is done with the data.'),
  dataSources: some(NoticeTerm, 'Where the data comes from.'),
  storageLocations: some(NoticeTerm, 'Where the data is stored.'),
  storagePeriod: one(NoticeStorage, 'How long the data is stored.'),
  processingLocations: some(NoticeTerm, 'Where the data is processed.'),
  jurisdictions: some(NoticeTerm, 'Whose law applies.'),
  lawfulBasis: one(NoticeTerm, 'The legal basis of the processing.'),
  consentType: ifSaid('How people express consent, as a term of the Data Privacy Vocabulary.'),
  withdrawal: one(NoticeRecourse, 'How to withdraw the consent.'),
  rights: some(NoticeRecourse, 'What a person has the right to ask for.'),
  authority: one(NoticeParty, 'The authority to which people can complain.'),
};
