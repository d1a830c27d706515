import { ConsentInformation, Notices } from '../../../shared/notices/answer.ts';
import type { Description } from './description.ts';
import { notice } from './example-data.ts';

export const getNotices: Description<'getNotices'> = {
  tag: 'notices',
  summary: 'Retrieve notices',
  description:
    'Returns the current version of each notice, by PID. If the account does not have some of the PIDs, the problem lists all of these. `validityDays` is for your own use: the seven operations do not act on it. `/consent-register/list` shows a consent as `expired` after it.',
  examples: {
    notice: {
      summary: 'The current version of a notice',
      request: { pid: 3 },
      answer: {
        data: {
          '3': notice,
        },
      },
      step: 30,
    },
  },
  schemas: { ConsentInformation, Notices },
  links: {},
  refused: { pid: 'privacy' },
  marks: ['data'],
};
