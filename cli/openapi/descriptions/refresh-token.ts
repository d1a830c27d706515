import { TokenSet } from '../../../shared/identity/answer.ts';
import type { Description } from './description.ts';
import { tokens } from './example-data.ts';
import { refresh } from './links.ts';

export const refreshToken: Description<'refreshToken'> = {
  tag: 'tokens',
  summary: 'Refresh a token',
  description:
    'Exchanges a refresh token for a new token set. A refresh token works once, so store the new one before you use it.',
  examples: {
    refresh: {
      summary: 'A new token set for a refresh token',
      request: { refresh_token: tokens.refresh_token },
      answer: tokens,
      yours: 'your refresh token',
      step: 70,
      keeps: ['access_token', 'refresh_token'],
      takes: { refresh_token: 'refresh_token' },
    },
  },
  schemas: { TokenSet },
  links: { refresh },
  refused: {},
  marks: ['refresh_token'],
};
