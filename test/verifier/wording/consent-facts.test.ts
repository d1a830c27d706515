import { expect, test } from 'vitest';
import { noticeFacts, termFacts } from '../../../verifier/wording/consent-facts.ts';
import { noticeContent } from '../../support/builders.ts';
import { statementOf } from '../../support/statement.ts';

const statement = statementOf();
const { notice } = statement;

test('says whether the text is the one that was agreed to', () => {
  const other = { ...notice.hash, recomputed: 'e'.repeat(64), agree: false };
  const changed = { ...statement, notice: { ...notice, hash: other } };

  expect(Object.fromEntries(noticeFacts(statement)).check).toMatch(/^the text is the one that was agreed to/);
  expect(Object.fromEntries(noticeFacts(changed))).toMatchObject({
    check: expect.stringMatching(/^THE TEXT IS NOT THE ONE THAT WAS AGREED TO/),
    'SHA-256 of the text now': 'e'.repeat(64),
  });
});

test('names the terms of a version by what they mean, and none that it leaves out', () => {
  const party = { name: 'Demo Shop', email: 'privacy@shop.example' };
  const terms = { askAgain: true, retentionDays: 30, controller: party, recipients: [{ name: 'Mailer' }] };
  const purposes = [{ name: 'Newsletter', type: 'Marketing' }, { name: 'Statistics' }];

  expect(termFacts(noticeContent({ validityDays: 365, ...terms, purposes }))).toEqual([
    ['validity', '365 days'],
    ['asks again', 'yes'],
    ['kept for', '30 days after its end'],
    ['controller', 'Demo Shop, privacy@shop.example'],
    ['purpose', 'Newsletter (Marketing)'],
    ['purpose', 'Statistics'],
    ['recipient', 'Mailer'],
  ]);
  expect(termFacts(noticeContent({ validityDays: 0 }))).toEqual([['validity', 'without limit']]);
});
