import { expect, test } from 'vitest';
import { noticeFacts } from '../../../pages/wording/notice-facts.ts';
import { english } from '../../../pages/words/evidence/eng.ts';
import { statementOf } from '../../support/statement.ts';

const statement = statementOf();
const { notice } = statement;

test('says whether the text is the one that was agreed to', () => {
  const other = { ...notice.hash, recomputed: 'e'.repeat(64), agree: false };
  const changed = { ...statement, notice: { ...notice, hash: other } };

  expect(Object.fromEntries(noticeFacts(statement, english)).check).toMatch(/^the text is the one that was agreed to/);
  expect(Object.fromEntries(noticeFacts(changed, english))).toMatchObject({
    check: expect.stringMatching(/^THE TEXT IS NOT THE ONE THAT WAS AGREED TO/),
    'SHA-256 of the text now': 'e'.repeat(64),
  });
});
