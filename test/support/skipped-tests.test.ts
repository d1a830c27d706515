import { expect, test } from 'vitest';
import { needs, needsProgram } from './needs.ts';
import { describeSkipped } from './skipped-tests.ts';

test('what a test needs and the machine has not skips it, and is its reason', () => {
  expect(needs('a browser', true)).toEqual({});
  expect(needs('a browser', false)).toEqual({ skip: true, meta: { missing: 'a browser' } });
  expect(needsProgram(process.execPath)).toEqual({});
  expect(needsProgram('no-such-program')).toEqual({ skip: true, meta: { missing: 'no-such-program' } });
});

test('skipped tests are named by what they need, those without a reason last', () => {
  const skipped = [
    { file: 'a.test.ts', test: 'one', missing: undefined },
    { file: 'a.test.ts', test: 'two', missing: 'php' },
    { file: 'b.test.ts', test: 'group > three', missing: 'php' },
  ];

  expect(describeSkipped(skipped)).toEqual([
    'Skipped, as there is no php here:',
    '  a.test.ts > two',
    '  b.test.ts > group > three',
    'Skipped without a reason, which is an error:',
    '  a.test.ts > one',
  ]);
  expect(describeSkipped([])).toEqual([]);
});
