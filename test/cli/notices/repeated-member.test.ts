import { expect, test } from 'vitest';
import { findRepeatedMember, parseNoticeFile } from '../../../cli/notices/notice-file.ts';
import { fc } from '../../support/properties.ts';

const base = '"name":"privacy","title":{"eng":"Privacy notice"}';

test.each([
  ['askAgain', `{${base},"askAgain":true,"askAgain":false}`],
  ['eng', '{"name":"privacy","title":{"eng":"a","ita":"b","eng":"c"}}'],
  ['name', `{${base},"purposes":[{"name":"a"},{"name":"b", "name" : "c"}]}`],
  ['askAgain', `{${base},"askAgain":true,"ask\\u0041gain":false}`],
])('a folder that says %s twice is refused', (name, json) => {
  expect(parseNoticeFile(json).problems).toEqual([`has "${name}" twice. Keep one.`]);
});

test.each([
  [
    'the same name in different objects',
    `{${base},"controller":{"name":"a"},"recipients":[{"name":"b"},{"name":"c"}]}`,
  ],
  ['what only looks like a member', '{"name":"privacy","title":{"eng":"\\"eng\\": {","ita":"eng: }"}}'],
])('%s is nothing twice', (_what, json) => {
  expect(parseNoticeFile(json).problems).toEqual([]);
});

test('no JSON that a value becomes says anything twice, however long it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(findRepeatedMember(JSON.stringify(value, undefined, indent))).toBeUndefined();
    }),
  );
  expect(findRepeatedMember(JSON.stringify({ name: '\\"'.repeat(1_000_000) }))).toBeUndefined();
});
