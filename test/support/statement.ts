import type { ConsentTimes } from '../../shared/consents/state.ts';
import type { Holdings } from '../../shared/evidence/holdings.ts';
import type { Span } from '../../shared/evidence/state-statement.ts';
import { toStatement } from '../../shared/evidence/statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { User } from '../../shared/identity/user.ts';
import type { LineageVersion } from '../../shared/notices/lineage.ts';
import { contentHash } from '../../shared/notices/text.ts';
import type { Channel } from '../../shared/schema/vocabulary.ts';
import { noticeContent } from './builders.ts';

/** What may be said of a consent in a test; the rest is as usual. */
export interface Said {
  readonly id?: string;
  readonly times?: Partial<Omit<ConsentTimes, 'superseded' | 'expires'>>;
  readonly validityDays?: number;
  /** When a version that asks again was published. */
  readonly askedAgain?: Date;
  readonly proof?: Readonly<Record<string, string>>;
  readonly channel?: Channel;
  /** Of a revocation; by default by email, without anything. */
  readonly revocation?: { readonly channel: Channel; readonly proof: Readonly<Record<string, string>> };
  /** The name of the user who made the calls; without it, the user no longer exists. */
  readonly user?: string;
  readonly descriptionHtml?: string;
  readonly now?: Date;
  readonly span?: Span;
  /** Where it was imported; with what another register observed. */
  readonly imported?: Holdings['consent']['imported'];
}

const givenAt = new Date('2026-03-10T10:00:00Z');

/** A version of a notice that no table has; `rest` takes the place of what is usual. */
export const versionOf = (
  version: number,
  publishedAt: string,
  hash: string,
  rest: Partial<LineageVersion> = {},
): LineageVersion => ({
  id: String(version).repeat(32),
  pid: 1,
  version,
  contentHash: hash,
  textBytes: 1,
  languages: ['eng', 'ita'],
  publishedAt,
  publishedBy: 'local:ada',
  name: 'privacy',
  validityDays: 0,
  askedAgainBy: undefined,
  ...rest,
});

const userNamed = (name: string): User => ({
  id: 1,
  accountId: 'a'.repeat(32),
  name,
  email: 'user@shop.example',
  emailVerifiedAt: '',
  createdAt: '',
  updatedAt: '',
  enabled: true,
  role: 'editor',
  sessionEpoch: 0,
});

/** What a register would hold of a consent that no table has. */
export const holdingsOf = ({ times = {}, validityDays = 0, proof = {}, ...said }: Said = {}): Holdings => {
  const { id = 'c'.repeat(32), descriptionHtml = '<p>We process your data.</p>', askedAgain, imported } = said;
  const content = noticeContent({ validityDays, descriptionHtml: { eng: descriptionHtml, ita: '<p>Testo</p>' } });
  const hash = contentHash(content);
  const next = askedAgain && versionOf(2, askedAgain.toISOString(), 'b'.repeat(64), { askAgain: true });
  const version = versionOf(1, '2026-03-01T00:00:00.000Z', hash, {
    validityDays,
    askedAgainBy: next,
    currentUntil: askedAgain?.toISOString(),
  });
  const { given = givenAt, revoked, erased } = times;
  const isErased = erased !== undefined;
  const seen = isErased ? {} : { sourceIp: '203.0.113.7', userAgent: 'a/1' };
  const observed = { userId: 1, sessionId: 's', ...seen, requestId: 'r' };
  return {
    account: { id: 'a'.repeat(32), name: 'Shop', consentRegisterEnabled: true, historyEpoch: '', createdAt: '' },
    consent: {
      id,
      projectUid: 'shop',
      projectId: 'd'.repeat(32),
      pid: 1,
      versionId: version.id,
      contentHash: hash,
      lang: 'eng',
      time: given,
      channel: said.channel ?? 'web.form',
      proofId: undefined,
      observed,
      bytes: 1,
      proof: isErased ? {} : proof,
      userData: isErased ? {} : { email: 'ada@example.com' },
      answerBytes: 1,
      imported,
      revoked: revoked !== undefined,
      revokeTime: revoked,
      revokeChannel: revoked && (said.revocation?.channel ?? 'email'),
      revokeProofBytes: undefined,
      revokeProof: revoked && (isErased ? {} : (said.revocation?.proof ?? {})),
      revokeObserved: revoked && observed,
      eraseTime: erased,
    },
    project: undefined,
    version,
    history: next ? [version, next] : [version],
    content,
    users: new Map(said.user === undefined ? [] : [[1, userNamed(said.user)]]),
  };
};

/** A statement of a consent that no table has. */
export const statementOf = ({ now, span, ...said }: Said = {}): Statement =>
  toStatement(holdingsOf(said), now ?? new Date('2026-06-01T00:00:00Z'), span);
