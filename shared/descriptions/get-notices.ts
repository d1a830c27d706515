import { ConsentInformation, Notices } from '../notices/answer.ts';
import type { Description } from './description.ts';
import { notice } from './example-data.ts';

export const getNotices: Description<'getNotices'> = {
  tag: 'notices',
  summary: 'Retrieve notices',
  description:
    'Gives the current versions of notices by PID. All PIDs that the account does not have are listed in the problem. `validityDays` is for the caller: it does not change what the other operations return.',
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
