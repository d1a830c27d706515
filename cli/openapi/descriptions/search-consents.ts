import { ConsentRecord } from '../../../shared/consents/record.ts';
import { ConsentPage, FoundConsents, LatestConsent } from '../../../shared/consents/search/answer.ts';
import type { Description } from './description.ts';
import { page, record } from './example-data.ts';
import { revoke } from './links.ts';

const userData = { email: 'ada@example.com' };

export const searchConsents: Description<'searchConsents'> = {
  tag: 'consents',
  summary: 'Search consents',
  description:
    'Finds consents, newest first: by time, then by id. Every value of `userData` that you send must be equal to the value of the consent.\n\n- Case, white space and Unicode form do not matter. In `phone` and `mobile_phone`, separators do not matter either.\n- A blank value is ignored if there are others. If all values are blank, the search is refused, unless it has an `id`.\n- A page past the end is empty, with the right totals.\n- A project or a notice that the account does not have is an error.',
  examples: {
    person: { summary: 'All consents of a person', request: { userData }, answer: page, step: 50 },
    latest: {
      summary: 'The latest consent of a person to a notice, or `null`',
      request: { userData, consentInformationPid: 2, first: true },
      answer: { data: record },
      step: 51,
    },
    project: {
      summary: 'The consents of a person in a project, the first page of fifty',
      request: { projectUid: 'demo-shop', userData, page: 1, perPage: 50 },
      answer: { ...page, resultsPerPage: 50 },
    },
  },
  schemas: { ConsentPage, ConsentRecord, FoundConsents, LatestConsent },
  links: { revoke: revoke('/data/0/id') },
  refused: { userData, perPage: 51 },
  marks: ['data'],
};
