import * as v from 'valibot';
import { integer } from '../schema/scalar.ts';

const said = (words: string) => v.pipe(v.string(), v.description(words));
const ifSaid = (words: string) => v.optional(said(words));

const typed = {
  name: said('What it is called.'),
  type: ifSaid('Its name in a vocabulary, such as the Data Privacy Vocabulary of the W3C.'),
};

/** Who is responsible for data, or receives it, in an answer. */
export const NoticeParty = v.strictObject({
  name: said('Of the organisation or the person.'),
  address: ifSaid('Where it is.'),
  contact: ifSaid('Whom to ask there.'),
  email: ifSaid('For questions.'),
  phone: ifSaid('For questions.'),
  url: ifSaid('Its page.'),
});

export const NoticeTerm = v.strictObject(typed);

/** What a person may do, and where. */
export const NoticeRecourse = v.strictObject({ ...typed, url: ifSaid('Where.') });

export const NoticeDataKind = v.strictObject({
  ...typed,
  optional: v.optional(v.pipe(v.boolean(), v.description('Whether a person may leave it out and still agree.'))),
  sensitive: v.optional(v.pipe(v.boolean(), v.description('Whether it is sensitive.'))),
  special: v.optional(
    v.pipe(v.boolean(), v.description('Whether it is of a special category, as of Article 9 of the GDPR.')),
  ),
});

export const NoticeStorage = v.strictObject({
  name: said('How long, in words.'),
  duration: ifSaid('How long, as ISO 8601 writes it, such as `P2Y`.'),
});

const some = <Schema extends v.GenericSchema>(schema: Schema, words: string) =>
  v.optional(v.pipe(v.array(schema), v.description(words)));
const one = <Schema extends v.GenericSchema>(schema: Schema, words: string) =>
  v.optional(v.pipe(schema, v.description(words)));

/** What a version may say beside its texts, in an answer; what it leaves out is left out. */
export const termsEntries = {
  retentionDays: v.optional(v.pipe(integer, v.description('Days for which a consent is kept after it has ended.'))),
  controller: one(NoticeParty, 'Who is responsible for the data.'),
  purposes: some(NoticeTerm, 'What the data is for.'),
  recipients: some(NoticeParty, 'Who receives it.'),
  personalData: some(NoticeDataKind, 'Kinds of data.'),
  processing: some(NoticeTerm, 'What is done with it.'),
  dataSources: some(NoticeTerm, 'Where it comes from.'),
  storageLocations: some(NoticeTerm, 'Where it is stored.'),
  storagePeriod: one(NoticeStorage, 'How long it is stored.'),
  processingLocations: some(NoticeTerm, 'Where it is processed.'),
  jurisdictions: some(NoticeTerm, 'Whose law applies.'),
  lawfulBasis: one(NoticeTerm, 'By which law it is allowed.'),
  consentType: ifSaid('How people express consent, in a word of the Data Privacy Vocabulary.'),
  withdrawal: one(NoticeRecourse, 'How consent is withdrawn.'),
  rights: some(NoticeRecourse, 'What a person may ask for.'),
  authority: one(NoticeParty, 'The authority to which one may complain.'),
};
