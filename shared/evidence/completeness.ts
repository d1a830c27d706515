import { textOf } from '../consents/evidence.ts';
import type { CompletenessStatement, Gap } from './completeness-schema.ts';
import { gaps } from './completeness-schema.ts';
import type { Statement } from './statement-schema.ts';

/** The parts of a statement that decide its gaps. */
export type JudgedParts = Pick<Statement, 'claimed' | 'observed' | 'notice' | 'imported' | 'erasure'>;

const isFilled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/**
 * Whether one of the named members of the proof is not empty. The names are documented (docs/contract.md,
 * Completeness).
 */
const says = ({ claimed: { proof } }: JudgedParts, ...names: readonly string[]): boolean =>
  names.some((name) => isFilled(proof[name]));

/** Names alone do not distinguish people with the same name. */
const namesOnly: readonly string[] = ['first_name', 'last_name'];

const isIdentified = ({ claimed: { userData } }: JudgedParts): boolean =>
  Object.entries(userData).some(([key, member]) => !namesOnly.includes(key) && isFilled(textOf(member)));

const hasEmail = ({ claimed: { userData } }: JudgedParts): boolean =>
  Object.entries(userData).some(([key, member]) => key === 'email' && isFilled(textOf(member)));

/** Whether a program identifies itself like a person's browser. Robots that do so also say `compatible`. */
const isBrowser = (userAgent: string): boolean =>
  userAgent.startsWith('Mozilla/5.0 (') &&
  ['AppleWebKit/', 'Gecko/'].some((engine) => userAgent.includes(engine)) &&
  !userAgent.includes('compatible;');

const sawBrowser = ({ observed, imported }: JudgedParts): boolean =>
  isBrowser((observed ?? imported?.observed)?.userAgent ?? '');

type Rule = (parts: JudgedParts) => boolean;

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
  'version-named-by-pid': ({ claimed }) => claimed.noticeNamedBy === 'pid',
  'version-not-current': ({ notice }) => !notice.wasCurrent,
  'language-without-text': ({ notice, claimed }) => !notice.languages.includes(claimed.lang),
  'form-unknown': unlessErased((parts) => !says(parts, 'html', 'mail')),
  'page-unknown': unlessErased((parts) => parts.claimed.channel !== 'email' && !says(parts, 'url')),
  'browser-unknown': unlessErased((parts) => !sawBrowser(parts) && !says(parts, 'ip_address', 'user_agent')),
  'email-unconfirmed': unlessErased(
    (parts) => hasEmail(parts) && parts.claimed.channel !== 'email' && !says(parts, 'email_confirmed_at'),
  ),
  'person-unidentified': unlessErased((parts) => !isIdentified(parts)),
};

/** Lists what would make a consent stronger (docs/contract.md, Completeness). */
export const tellCompleteness = (parts: JudgedParts): CompletenessStatement => ({
  gaps: gaps.filter((gap) => rules[gap](parts)),
});
