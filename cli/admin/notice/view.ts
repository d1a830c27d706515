import { styleText } from 'node:util';
import type { NoticeHead, NoticeVersion } from '../../../shared/notices/notice.ts';
import { formatTime } from '../../../shared/time.ts';
import { shortenCaller } from '../caller-name.ts';

/** A notice as lists show it. */
export const describeNotice = ({ pid, name, version, versionId, contentHash }: NoticeHead) => ({
  pid,
  name,
  version,
  versionId,
  contentHash,
});

/** A version, for scripts. */
export const describeVersion = ({
  version,
  publishedAt,
  currentUntil,
  publishedBy,
  languages,
  id,
  contentHash,
}: NoticeVersion) => ({
  version,
  publishedAt,
  currentUntil,
  publishedBy,
  languages,
  versionId: id,
  contentHash,
});

/** A version as people see it in a list or in details. */
export const toVersionCells = (version: NoticeVersion) => ({
  ...describeVersion(version),
  publishedAt: formatTime(new Date(version.publishedAt)),
  currentUntil: version.currentUntil && formatTime(new Date(version.currentUntil)),
  publishedBy: shortenCaller(version.publishedBy),
  languages: version.languages.join(' '),
});

const colours: Readonly<Record<string, 'green' | 'red' | 'cyan'>> = { '+': 'green', '-': 'red', '@': 'cyan' };

/** A diff with colours where a person looks at it. */
export const colourDiff = (diff: string): string =>
  diff
    .split('\n')
    .map((line) => {
      const colour = colours[line.charAt(0)];
      return colour === undefined ? line : styleText(colour, line, { stream: process.stdout });
    })
    .join('\n');
