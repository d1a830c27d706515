import { UserDetails } from '../identity/answer.ts';
import type { Description } from './description.ts';

export const details: Description<'details'> = {
  tag: 'tokens',
  summary: 'Check a token',
  description: 'Tells the user of the access token. There are no parameters; the body may be left out.',
  examples: {
    details: {
      summary: 'Who the token belongs to',
      request: {},
      answer: {
        id: 1,
        name: 'Demo User',
        email: 'demo@example.com',
        email_verified_at: '2026-11-21T09:00:00.000000Z',
        created_at: '2026-11-21T09:00:00.000000Z',
        updated_at: '2026-11-21T09:00:00.000000Z',
      },
      step: 20,
    },
  },
  schemas: { UserDetails },
  links: {},
  marks: ['id'],
};
