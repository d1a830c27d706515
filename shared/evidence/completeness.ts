import type { Proof, UserData } from '../consents/person-data.ts';
import { findText, nameKeys, textOf } from '../consents/person-data.ts';
import type { NoticeNaming } from '../notices/content.ts';
import { isMailbox } from '../schema/matching.ts';
import type { Channel } from '../schema/vocabulary.ts';
import type { Gap } from './facts-format.ts';
import { gaps } from './facts-format.ts';

/** What decides the gaps of a statement. */
export interface AssessedParts {
  readonly claimed: {
    readonly channel: Channel;
    readonly lang: string;
    readonly noticeNamedBy: NoticeNaming | null;
    readonly proof: Proof;
    readonly userData: UserData;
  };
  readonly observed: Seen | null;
  readonly imported: { readonly observed: Seen | null } | null;
  readonly notice: {
    readonly content: object | null;
    readonly hash: { readonly agree: boolean };
    readonly languages: readonly string[];
    readonly wasCurrent: boolean;
  };
  readonly erasure: object | null;
}

interface Seen {
  readonly userAgent: string | null;
  readonly mailbox?: object;
}

const isFilled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/**
 * Whether one of the named members of the proof is not empty. The names are documented (docs/api.md,
 * Completeness).
 */
const hasMember = ({ claimed: { proof } }: AssessedParts, ...names: readonly string[]): boolean =>
  names.some((name) => isFilled(proof[name]));

/** Names alone do not distinguish people with the same name. */
const isIdentified = ({ claimed: { userData } }: AssessedParts): boolean =>
  Object.entries(userData).some(([key, member]) => !nameKeys.includes(key) && isFilled(textOf(member)));

/** Undefined for one that is blank. */
const emailOf = ({ claimed: { userData } }: AssessedParts): string | undefined => {
  const email = findText(userData, 'email');
  return isFilled(email) ? email : undefined;
};

const hasEmail = (parts: AssessedParts): boolean => emailOf(parts) !== undefined;

/** Whether a program identifies itself like a person's browser. Robots that do so also say `compatible`. */
const isBrowser = (userAgent: string): boolean =>
  userAgent.startsWith('Mozilla/5.0 (') &&
  ['AppleWebKit/', 'Gecko/'].some((engine) => userAgent.includes(engine)) &&
  !userAgent.includes('compatible;');

const sawBrowser = ({ observed, imported }: AssessedParts): boolean =>
  isBrowser((observed ?? imported?.observed)?.userAgent ?? '');

/** Whether this register asked the mailbox. That another one did is what an import says. */
const isByMailbox = ({ observed }: AssessedParts): boolean => observed?.mailbox !== undefined;

type Rule = (parts: AssessedParts) => boolean;

/** Gaps in data that an erasure removes are not reported for an erased consent. */
const unlessErased =
  (rule: Rule): Rule =>
  (parts) =>
    parts.erasure === null && rule(parts);

/** Whether a consent has a gap. */
const rules: Readonly<Record<Gap, Rule>> = {
  'text-gone': ({ notice }) => notice.content === null,
  'text-changed': ({ notice }) => notice.content !== null && !notice.hash.agree,
  erased: ({ erasure }) => erasure !== null,
  imported: ({ imported }) => imported !== null,
  'version-naming-unknown': ({ claimed }) => claimed.noticeNamedBy === null,
  'version-named-by-pid': (parts) => parts.claimed.noticeNamedBy === 'pid' && !isByMailbox(parts),
  'version-not-current': ({ notice }) => !notice.wasCurrent,
  'language-without-text': ({ notice, claimed }) => !notice.languages.includes(claimed.lang),
  'form-unknown': unlessErased((parts) => !hasMember(parts, 'html', 'mail')),
  'page-unknown': unlessErased((parts) => parts.claimed.channel !== 'email' && !hasMember(parts, 'url')),
  'browser-unknown': unlessErased((parts) => !sawBrowser(parts) && !hasMember(parts, 'ip_address', 'user_agent')),
  'email-malformed': unlessErased((parts) => hasEmail(parts) && !isMailbox(emailOf(parts) ?? '')),
  'email-unconfirmed': unlessErased(
    (parts) =>
      hasEmail(parts) &&
      parts.claimed.channel !== 'email' &&
      !hasMember(parts, 'email_confirmed_at') &&
      !isByMailbox(parts),
  ),
  'person-unidentified': unlessErased((parts) => !isIdentified(parts)),
};

/** Lists what would make a consent stronger (docs/api.md, Completeness). */
export const assessCompleteness = (parts: AssessedParts): { readonly gaps: readonly Gap[] } => ({
  gaps: gaps.filter((gap) => rules[gap](parts)),
});
