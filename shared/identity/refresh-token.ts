import { randomBytes } from 'node:crypto';
import { digest } from '../digest.ts';
import { Problem } from '../problem.ts';

/**
 * A refresh token, opaque to its holder: the place of its session, the session's family secret, and 256 random bits of
 * its own. Only digests of the last two are stored. The family secret tells an issued token from an invented one, so
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
