import * as v from 'valibot';
import { identifier, timeIfAnyOf, timeOf } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import { ConsentInformation, NoticePid, toConsentInformation } from './answer.ts';
import type { NoticeContent } from './content.ts';
import type { LineageVersion } from './lineage.ts';
import type { NoticeHead, NoticeVersion as PublishedVersion } from './notice.ts';
import { termsEntries } from './terms-answer.ts';

const name = v.pipe(v.string(), v.description('By which the account knows the notice.'));
const askAgain = v.pipe(v.boolean(), v.description('Whether people who agreed to an earlier version are asked again.'));

const publication = {
  publishTime: timeOf('When it was published'),
  endTime: timeIfAnyOf('When the next version was published, or `null` of the current one'),
  publishedBy: v.pipe(v.string(), v.description('As the operations log names who published it.')),
  contentHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 of all that it says, in hex.')),
};

/** A version among those of its notice. */
export const ListedVersion = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the version.')),
  version: ConsentInformation.entries.version,
  ...publication,
  languages: v.pipe(v.array(v.string()), v.description('Those that it has a text in.')),
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
        'Of the current version, by language; left out where the texts are too many to be read for a list.',
      ),
    ),
  ),
  retireTime: timeIfAnyOf('When it was retired, or `null`'),
  versions: v.pipe(v.array(ListedVersion), v.description('The oldest first.')),
});
export type ListedNotice = v.InferOutput<typeof ListedNotice>;

export const ListedNotices = v.strictObject({
  data: v.pipe(v.array(ListedNotice), v.description('By PID.')),
});

/** A version with all that it says: what `information/get` answers of a current one, and more. */
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

/** @param versions of the notice, the oldest first @param content of the current one, where it was read */
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
