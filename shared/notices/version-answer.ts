import * as v from 'valibot';
import { identifier, integer, timeIfAnyOf, timeOf } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import type { NoticeContent } from './content.ts';
import type { LineageVersion } from './lineage.ts';
import type { NoticeHead, NoticeVersion as PublishedVersion } from './notice.ts';
import { ConsentInformation, NoticePid, toConsentInformation } from './notice-answer.ts';

const name = v.pipe(v.string(), v.description('Name that the account uses for the notice.'));
const askAgain = v.pipe(
  v.boolean(),
  v.description('Whether people who agreed to an earlier version must agree again.'),
);

const publication = {
  publishTime: timeOf('When the version was published'),
  endTime: timeIfAnyOf('When the next version was published, or `null` for the current version'),
  publishedBy: v.pipe(v.string(), v.description('Who published the version, as in the operations log.')),
  contentHash: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{64}$/),
    v.description('SHA-256 of the content of the version, in hex.'),
  ),
};

/** A version among those of its notice. */
export const ListedVersion = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the version.')),
  version: ConsentInformation.entries.version,
  ...publication,
  languages: v.pipe(v.array(v.string()), v.description('Languages in which the version has a text.')),
  validityDays: ConsentInformation.entries.validityDays,
  askAgain,
});

/** A notice in a list, without its texts. */
export const ListedNotice = v.strictObject({
  pid: NoticePid,
  name,
  title: v.optional(
    v.pipe(
      texts,
      v.description(
        'Title of the current version, by language. Left out if there are too many texts to read for a list.',
      ),
    ),
  ),
  retireTime: timeIfAnyOf('When the notice was retired, or `null`'),
  versions: v.pipe(v.array(ListedVersion), v.description('The oldest version first.')),
});
export type ListedNotice = v.InferOutput<typeof ListedNotice>;

export const ListedNotices = v.strictObject({
  data: v.pipe(v.array(ListedNotice), v.description('Sorted by PID.')),
});

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
const termsEntries = {
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

/** Everything that a version says: the answer of `information/get`, and its terms. */
export const NoticeVersion = v.strictObject({
  ...ConsentInformation.entries,
  name,
  ...publication,
  askAgain,
  ...termsEntries,
});
export type NoticeVersion = v.InferOutput<typeof NoticeVersion>;

const tellPublication = ({ publishedAt, currentUntil, publishedBy, contentHash }: PublishedVersion) => ({
  publishTime: formatTime(new Date(publishedAt)),
  endTime: currentUntil === undefined ? null : formatTime(new Date(currentUntil)),
  publishedBy,
  contentHash,
});

const toListedVersion = (version: LineageVersion): v.InferOutput<typeof ListedVersion> => ({
  id: version.id,
  version: version.version,
  ...tellPublication(version),
  languages: version.languages,
  validityDays: version.validityDays,
  askAgain: version.askAgain ?? false,
});

/** @param versions of the notice, the oldest first @param content of the current one, if it was read */
export const toListedNotice = (
  { pid, name, retiredAt }: NoticeHead,
  versions: readonly LineageVersion[],
  content: NoticeContent | undefined,
): ListedNotice => ({
  pid,
  name,
  ...(content && { title: content.title }),
  retireTime: retiredAt === undefined ? null : formatTime(new Date(retiredAt)),
  versions: versions.map(toListedVersion),
});

export const toNoticeVersion = (
  { name }: Pick<NoticeHead, 'name'>,
  version: PublishedVersion,
  content: NoticeContent,
): NoticeVersion => {
  const { validityDays, notification, title, descriptionHtml, askAgain = false, ...terms } = content;
  return {
    ...toConsentInformation(
      { ...version, versionId: version.id },
      { validityDays, notification, title, descriptionHtml },
    ),
    name,
    ...tellPublication(version),
    askAgain,
    ...terms,
  };
};
