import { styleText } from 'node:util';
import type { NoticeHead, NoticeVersion } from '../../../shared/notices/notice.ts';
import { formatTime } from '../../../shared/time.ts';
import { shortenCaller } from '../../caller-name.ts';

const toCell = (time: string | undefined): string | undefined => time && formatTime(new Date(time));

/** A notice, for scripts. */
export const describeNotice = ({ pid, name, version, retiredAt, versionId, contentHash }: NoticeHead) => ({
  pid,
  name,
  version,
  retiredAt,
  versionId,
  contentHash,
});

/** A notice in a list for people. */
export const toNoticeCells = (notice: NoticeHead) => ({
  ...describeNotice(notice),
  retiredAt: toCell(notice.retiredAt),
});

/** A version, for scripts. */
export const describeVersion = ({
  version,
  publishedAt,
  currentUntil,
  retiredAt,
  publishedBy,
  languages,
  id,
  contentHash,
}: NoticeVersion) => ({
  version,
  publishedAt,
  currentUntil,
  retiredAt,
  publishedBy,
  languages,
  versionId: id,
  contentHash,
});

/** A version for people, in a list or in detail. */
export const toVersionCells = (version: NoticeVersion) => ({
  ...describeVersion(version),
  publishedAt: toCell(version.publishedAt),
  currentUntil: toCell(version.currentUntil),
  retiredAt: toCell(version.retiredAt),
  publishedBy: shortenCaller(version.publishedBy),
  languages: version.languages.join(' '),
});

const colours: Readonly<Record<string, 'green' | 'red' | 'cyan'>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** A diff, coloured on a terminal. */
export const colourDiff = (diff: string): string =>
  diff
    .split('\n')
    .map((line) => {
      const colour = colours[line.charAt(0)];
      return colour === undefined ? line : styleText(colour, line, { stream: process.stdout });
    })
    .join('\n');
