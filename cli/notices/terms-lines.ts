import type { NoticeTerms, Party, Purpose } from '../../shared/notices/terms.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';

const describeMembers = (what: string, { name, ...rest }: Party | Purpose): string[] => [
  `${what}: ${makeVisible(name)}`,
  ...Object.entries(rest)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([member, value]) => `${what} ${member}: ${makeVisible(value)}`),
];

const describeList = (what: string, items: readonly (Party | Purpose)[] | undefined): string[] => {
  if (items?.length === 0) return [`${what}s: none`];
  return items?.flatMap((item, i) => describeMembers(`${what} ${i + 1}`, item)) ?? [];
};

/** What a version says beside its texts, in lines for a person; none of what it leaves out. Different terms have different lines. */
export const describeTerms = ({ askAgain, retentionDays, controller, purposes, recipients }: NoticeTerms): string[] => [
  ...(askAgain === undefined ? [] : [`askAgain: ${askAgain}`]),
  ...(retentionDays === undefined ? [] : [`retentionDays: ${retentionDays}`]),
  ...(controller === undefined ? [] : describeMembers('controller', controller)),
  ...describeList('purpose', purposes),
  ...describeList('recipient', recipients),
];
