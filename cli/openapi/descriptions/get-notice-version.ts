import { NoticeDataKind, NoticeParty, NoticeRecourse, NoticeStorage, NoticeTerm } from '../../../shared/notices/terms-answer.ts';
import { NoticeVersion } from '../../../shared/notices/version-answer.ts';
import type { Description } from './description.ts';
import { notice, otherVersionId } from './example-data.ts';

export const getNoticeVersion: Description<'getNoticeVersion'> = {
  tag: 'lists',
  summary: 'Read a version of a notice',
  description:
    'Returns everything that a version of a notice says, in all its languages: its texts, and terms such as the controller and the purposes. You can read the current version and all earlier ones. A version never changes, except that it gets an `endTime` when the next one is published.',
  examples: {
    noticeVersion: {
      summary: 'What a version says',
      request: { id: otherVersionId },
      answer: {
        ...notice,
        name: 'profiling',
        publishTime: '2026-01-27 08:00:00',
        endTime: null,
        publishedBy: 'local:root',
        contentHash: '07304ded8fa6318232f0f7f496567982b3fa6450f02c1008d58b9e41cf3bc622',
        askAgain: false,
        controller: {
          name: 'Demo Shop S.r.l.',
          address: 'Via della Prova 1, 50123 Firenze',
          contact: 'Data protection officer',
          email: 'privacy@shop.example',
        },
        purposes: [{ name: 'Offers that suit what a customer has bought', type: 'PersonalisedAdvertising' }],
      },
      yours: 'the id of a version of your notices',
      step: 56,
      takes: { id: 'consentInformationVersionId' },
    },
  },
  schemas: { NoticeDataKind, NoticeParty, NoticeRecourse, NoticeStorage, NoticeTerm, NoticeVersion },
  links: {},
  refused: { id: 'newsletter' },
  marks: ['contentHash'],
};
