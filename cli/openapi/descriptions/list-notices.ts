import { ListedNotice, ListedNotices, ListedVersion } from '../../../shared/notices/version-answer.ts';
import type { Description } from './description.ts';
import { otherVersionId, versionId } from './example-data.ts';
import { readVersion } from './links.ts';

export const listNotices: Description<'listNotices'> = {
  tag: 'lists',
  summary: 'List notices with their versions',
  description:
    'Lists the notices of the account, or one of them, with all their versions but without their texts. The oldest version comes first. The last one is the current version. A retired notice, for which nothing new is recorded, has the time of its retirement.',
  examples: {
    noticesWithVersions: {
      summary: 'All notices of the account',
      request: {},
      answer: {
        data: [
          {
            pid: 1,
            name: 'privacy',
            title: { ita: 'Informativa sulla privacy', eng: 'Privacy notice' },
            retireTime: null,
            versions: [
              {
                id: versionId,
                version: 1,
                publishTime: '2025-10-19 08:00:00',
                endTime: '2026-08-25 08:00:00',
                publishedBy: 'local:root',
                contentHash: '25d45c2e66922959df2f08183fac41bb3161cad4c3f6ddfb056cabf6e2589b0c',
                languages: ['ita', 'eng'],
                validityDays: 0,
                askAgain: false,
              },
              {
                id: otherVersionId,
                version: 2,
                publishTime: '2026-08-25 08:00:00',
                endTime: null,
                publishedBy: 'local:root',
                contentHash: '3eca3521e74d687d021856c66d076f242d1c2ad7a28a09ea2f29287271ec1d6b',
                languages: ['ita', 'eng'],
                validityDays: 0,
                askAgain: true,
              },
            ],
          },
        ],
      },
      step: 31,
    },
  },
  schemas: { ListedNotice, ListedNotices, ListedVersion },
  links: { text: readVersion('/data/0/versions/0/id') },
  refused: { pid: 'newsletter' },
  marks: ['data'],
};
