import { expect, test } from 'vitest';
import { isStart } from '../../cli/main.ts';

test.each([
  ['start', true],
  ['start --empty', true],
  ['--empty start', true],
  ['--stage start account list', false],
  ['--stage=start doctor', false],
  ['--log-table start --table start doctor', false],
  ['account create start', false],
  ['--help', false],
  ['', false],
])('%o calls the local service: %o', (words, isCalled) => {
  expect(isStart(words.split(' ').filter(Boolean))).toBe(isCalled);
});
