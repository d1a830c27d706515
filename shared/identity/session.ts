import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { digest, equalDigests } from '../runtime/digest.ts';
import { epochSeconds } from '../runtime/time.ts';
import { parseNamed } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';

/** A session: a login and its later refresh tokens. Times that end in `Ms` are milliseconds since the epoch. */
const Session = v.object({
  id: v.string(),
  userId: v.number(),
  accountId: v.string(),
  /** The user's `sessionEpoch` at login. */
  epoch: v.number(),
  familyHash: v.string(),
  currentHash: v.string(),
  /** This is also when the previous token was used. */
  currentIssuedMs: v.number(),
  previousHash: v.optional(v.string()),
  createdAt: v.string(),
  endedAt: v.optional(v.string()),
  /** When the current refresh token expires, in seconds since the epoch. */
  expiresAt: v.number(),
});
export type Session = v.InferOutput<typeof Session>;

const keyOfSession = ({ userId, id }: Pick<Session, 'userId' | 'id'>) => keyOf.session(userId, id);

export const parseSession = (item: Item): Session => parseNamed(Session, item, keyOfSession);

/** What a session has of its tokens. */
export const tokenHashes = ['familyHash', 'currentHash', 'previousHash'] as const;

/** A session without the hashes of its tokens. */
const ListedSession = v.omit(Session, tokenHashes);
export type ListedSession = v.InferOutput<typeof ListedSession>;

const listedAttributes = project(['PK', 'SK', ...Object.keys(ListedSession.entries)]);

/** The user's sessions in the order in which they began, including ended ones that DynamoDB has not deleted yet. */
export const listSessions = async (table: Table, userId: number): Promise<ListedSession[]> => {
  const items = await queryItems(table, keyOf.session(userId, ''), { projection: listedAttributes });
  return items.map((item) => parseNamed(ListedSession, item, keyOfSession));
};

/**
 * Whether the session's tokens are valid: it has not ended or expired, and has the user's epoch (docs/api.md,
 * Tokens and sessions). A later epoch means that the session went on with a new password after the user was read.
 */
export const isActive = (
  session: Pick<Session, 'epoch' | 'endedAt' | 'expiresAt'>,
  user: { readonly sessionEpoch: number; readonly enabled: boolean },
  now: Date,
) =>
  user.enabled &&
  session.epoch >= user.sessionEpoch &&
  session.endedAt === undefined &&
  session.expiresAt > epochSeconds(now);

/** Starts a session and returns it with its first refresh token. */
export const startSession = async (
  table: Table,
  owner: { readonly userId: number; readonly accountId: string; readonly epoch: number },
  { id, lifetime, now }: { readonly id: string; readonly lifetime: number; readonly now: Date },
): Promise<{ session: Session; refreshToken: RefreshToken }> => {
  const refreshToken = newRefreshToken({ userId: owner.userId, sessionId: id });
  const { familyHash, hash } = digestToken(refreshToken);
  const session: Session = {
    id,
    ...owner,
    familyHash,
    currentHash: hash,
    currentIssuedMs: now.getTime(),
    createdAt: now.toISOString(),
    expiresAt: epochSeconds(now) + lifetime,
  };
  await write(table, { put: { ...keyOf.session(owner.userId, id), ...session }, ...isNew });
  return { session, refreshToken };
};

/**
 * The outcome of a rotation. `stolen` means that somebody has a token who should not have it (docs/api.md, Tokens
 * and sessions).
 */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly session: Session; readonly refreshToken: RefreshToken }
  | { readonly outcome: 'unknown' | 'ended' | 'expired' | 'reused' | 'stolen' };

/** Why a token is refused. A token of the right family is the previous one or an earlier one. */
const explainRefusal = (
  session: Session,
  presented: RefreshToken,
  now: Date,
): Exclude<Rotation['outcome'], 'rotated'> => {
  const { familyHash, hash } = digestToken(presented);
  if (!equalDigests(session.familyHash, familyHash)) return 'unknown';
  if (session.endedAt !== undefined) return 'ended';
  if (session.expiresAt <= epochSeconds(now)) return 'expired';
  if (session.previousHash === undefined || !equalDigests(session.previousHash, hash)) return 'stolen';
  return now.getTime() - session.currentIssuedMs > lifetimes.refreshReuseSeconds * 1000 ? 'stolen' : 'reused';
};

/**
 * Exchanges the session's current refresh token for a new one. It is one conditional write, so exactly one of any
 * number of callers wins.
 */
export const rotateSession = async (
  table: Table,
  presented: RefreshToken,
  { lifetime, now }: { readonly lifetime: number; readonly now: Date },
): Promise<Rotation> => {
  const refreshToken = newRefreshToken(presented);
  const { hash } = digestToken(refreshToken);
  const written = await write(table, {
    update: keyOf.session(presented.userId, presented.sessionId),
    expression: 'SET previousHash = currentHash, currentHash = :next, currentIssuedMs = :nowMs, expiresAt = :expiresAt',
    condition: 'currentHash = :presented AND attribute_not_exists(endedAt) AND expiresAt > :now',
    values: {
      ':presented': digestToken(presented).hash,
      ':next': hash,
      ':now': epochSeconds(now),
      ':nowMs': now.getTime(),
      ':expiresAt': epochSeconds(now) + lifetime,
    },
  });
  if (written.done) return { outcome: 'rotated', session: parseSession(written.item), refreshToken };
  if (written.existing === undefined) return { outcome: 'unknown' };
  const session = parseSession(written.existing);
  const wonBefore = equalDigests(session.currentHash, hash);
  if (wonBefore) return { outcome: 'rotated', session, refreshToken };
  return { outcome: explainRefusal(session, presented, now) };
};

/** The write that ends a running session. */
export const endingOf = (userId: number, sessionId: string, now: Date): Update => ({
  update: keyOf.session(userId, sessionId),
  expression: 'SET endedAt = :now',
  condition: 'attribute_exists(PK) AND attribute_not_exists(endedAt)',
  values: { ':now': now.toISOString() },
});

/** The write that moves a running session into the next epoch of its user, where all others end. */
export const toNextEpoch = (
  userId: number,
  sessionId: string,
  epochs: { readonly ':epoch': number; readonly ':next': number },
): Update => ({
  update: keyOf.session(userId, sessionId),
  expression: 'SET epoch = :next',
  condition: 'epoch = :epoch AND attribute_not_exists(endedAt)',
  values: epochs,
});

/**
 * Ends a session at once. From then on its tokens are refused. Returns false if the session is unknown or has already
 * ended.
 */
export const endSession = async (table: Table, userId: number, sessionId: string, now: Date): Promise<boolean> =>
  (await write(table, endingOf(userId, sessionId, now))).done;

/**
 * A refresh token, opaque to its holder: the place of its session, the session's family secret, and 256 random bits of
 * its own. Only digests of the last two are stored. The family secret distinguishes an issued token from an invented one, so
 * nobody can end a session merely by knowing its id.
 */
export interface RefreshToken {
  readonly userId: number;
  readonly sessionId: string;
  readonly family: string;
  readonly text: string;
}

const pattern = /^[1-9][0-9]{0,14}\.[0-9a-f]{32}\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/** A new token of a session. Without a given family, it begins a new one. */
export const newRefreshToken = ({
  userId,
  sessionId,
  family = randomBytes(16).toString('base64url'),
}: {
  userId: number;
  sessionId: string;
  family?: string;
}): RefreshToken => ({
  userId,
  sessionId,
  family,
  text: `${userId}.${sessionId}.${family}.${randomBytes(32).toString('base64url')}`,
});

/** The stored digests of a token. */
export const digestToken = ({ family, text }: RefreshToken) => ({ familyHash: digest(family), hash: digest(text) });

/** The 401 of every unusable refresh token, whatever the reason. */
export const unusableRefreshToken = (): Problem => new Problem('refresh-token.invalid');

/** @throws Problem refresh-token.invalid when the text is not a refresh token */
export const parseRefreshToken = (text: string): RefreshToken => {
  if (!pattern.test(text)) throw unusableRefreshToken();
  const [userId, sessionId = '', family = ''] = text.split('.');
  return { userId: Number(userId), sessionId, family, text };
};
