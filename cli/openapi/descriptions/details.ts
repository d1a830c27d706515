import { UserDetails } from '../../../shared/identity/answer.ts';
import type { Description } from './description.ts';

export const details: Description<'details'> = {
  tag: 'tokens',
  summary: 'Check a token',
  description: 'Returns the user of the access token. You may leave out the body.',
  examples: {
    details: {
      summary: 'The user of the token',
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
