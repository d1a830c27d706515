import * as v from 'valibot';
import { hexDigest, identifier, integer, zonedTimeIfAnyOf, zonedTimeOf } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import type { NoticeContent } from './content.ts';
import type { LineageVersion } from './lineage.ts';
import type { NoticeHead, NoticeVersion as PublishedVersion } from './notice.ts';
import { ConsentInformation, NoticePid, toConsentInformation } from './notice-answer.ts';
import { DataKind, Named, Party, Period, Recourse, termNotes, termsIn } from './terms.ts';

const name = v.pipe(v.string(), v.description('Name that the account uses for the notice.'));
const askAgain = v.pipe(v.boolean(), v.description(termNotes.askAgain.says));

const publication = {
  publishedAt: zonedTimeOf('When the version was published'),
  currentUntil: zonedTimeIfAnyOf('When the next version was published, or `null` for the current version'),
  publishedBy: v.pipe(v.string(), v.description('Who published the version, as in the operations log.')),
  contentHash: v.pipe(hexDigest, v.description('SHA-256 of the content of the version, in hex.')),
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
  retiredAt: zonedTimeIfAnyOf('When the notice was retired, or `null`'),
  versions: v.pipe(v.array(ListedVersion), v.description('The oldest version first.')),
});
export type ListedNotice = v.InferOutput<typeof ListedNotice>;

export const ListedNotices = v.strictObject({
  data: v.pipe(v.array(ListedNotice), v.description('Sorted by PID.')),
});

const isOptional = (schema: v.GenericSchema): schema is v.ExactOptionalSchema<v.GenericSchema, undefined> =>
  schema.type === 'exact_optional';

type Note = string | { readonly says: string };

const describe = (schema: v.GenericSchema, note: Note): v.GenericSchema => {
  const description = v.description(typeof note === 'string' ? note : note.says);
  return isOptional(schema) ? v.exactOptional(v.pipe(schema.wrapped, description)) : v.pipe(schema, description);
};

/** The members of a shape in an answer, with what each means. */
/* @__NO_SIDE_EFFECTS__ */
const describeMembers = <Entries extends Readonly<Record<string, v.GenericSchema>>>(
  entries: Entries,
  notes: Readonly<Record<keyof Entries, Note>>,
): Entries => ({
  ...entries,
  ...Object.fromEntries(
    Object.entries(entries).map(([name, schema]: [keyof Entries, v.GenericSchema]) => [
      name,
      describe(schema, notes[name]),
    ]),
  ),
});

const type = 'Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C.';

/** An organisation or a person that is responsible for data or receives it, in an answer. */
export const NoticeParty = v.strictObject(
  describeMembers(Party.entries, {
    name: 'Name of the organisation or the person.',
    address: 'Postal address.',
    contact: 'Person or office to ask.',
    email: 'Email for questions.',
    phone: 'Phone number for questions.',
    url: 'Web page.',
  }),
);

export const NoticeTerm = v.strictObject(describeMembers(Named.entries, { name: 'Name.', type }));

/** What a person may do, and where. */
export const NoticeRecourse = v.strictObject(
  describeMembers(Recourse.entries, { name: 'Name.', type, url: 'Web page.' }),
);

export const NoticeDataKind = v.strictObject(
  describeMembers(DataKind.entries, {
    name: 'Name.',
    type,
    optional: 'Whether a person may leave this data out and still agree.',
    sensitive: 'Whether the data is sensitive.',
    special: 'Whether the data is of a special category (Article 9 of the GDPR).',
  }),
);

export const NoticeStorage = v.strictObject(
  describeMembers(Period.entries, {
    name: 'How long, in words.',
    duration: 'How long, as an ISO 8601 duration, such as `P2Y`.',
  }),
);

/** The terms of a version in an answer. Absent terms are left out. */
const termsEntries = describeMembers(
  termsIn({
    days: integer,
    party: NoticeParty,
    named: NoticeTerm,
    dataKind: NoticeDataKind,
    recourse: NoticeRecourse,
    period: NoticeStorage,
  }),
  termNotes,
);

/** Everything that a version says: the answer of `information/get`, and its terms. */
export const NoticeVersion = v.strictObject({
  ...ConsentInformation.entries,
  name,
  ...publication,
  ...termsEntries,
  askAgain,
});
export type NoticeVersion = v.InferOutput<typeof NoticeVersion>;

const toPublication = ({ publishedAt, currentUntil, publishedBy, contentHash }: PublishedVersion) => ({
  publishedAt,
  currentUntil: currentUntil ?? null,
  publishedBy,
  contentHash,
});

const toListedVersion = (version: LineageVersion): v.InferOutput<typeof ListedVersion> => ({
  id: version.id,
  version: version.version,
  ...toPublication(version),
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
  retiredAt: retiredAt ?? null,
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
    ...toPublication(version),
    askAgain,
    ...terms,
  };
};
