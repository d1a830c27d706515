import { TokenSet } from '../../../shared/identity/answer.ts';
import type { Description } from './description.ts';
import { tokens } from './example-data.ts';
import { refresh } from './links.ts';

export const login: Description<'login'> = {
  tag: 'tokens',
  summary: 'Log in',
  description:
    'Returns an access token, valid for an hour, and a refresh token, valid for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password get the same answer. Failed logins are limited: log in once and keep the tokens.',
  examples: {
    login: {
      summary: 'The user of the demo data logs in',
      request: { email: 'demo@example.com', password: 'correct horse battery staple' },
      answer: tokens,
      step: 10,
      keeps: ['access_token', 'refresh_token'],
      takes: { email: 'email', password: 'password' },
    },
  },
  schemas: { TokenSet },
  links: { refresh },
  refused: { email: 'ada@example.com' },
  marks: ['refresh_token'],
};
