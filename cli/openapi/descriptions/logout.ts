import { EndedSession } from '../../../shared/identity/answer.ts';
import type { Description } from './description.ts';

export const logout: Description<'logout'> = {
  tag: 'tokens',
  summary: 'Log out',
  description:
    'Ends the session of the access token at once: its tokens, and all others since the login, stop working for every other operation. Other sessions of the user go on. It succeeds as well if the session has already ended. You may leave out the body.',
  examples: {
    logout: { summary: 'The end of a session', request: {}, answer: {}, step: 80 },
  },
  schemas: { EndedSession },
  links: {},
  marks: [],
};
