import { expect, test } from 'vitest';
import { calls, writeCalls } from '../../../shared/runtime/installation.ts';

test('a clone and an installed package each have calls that work there', () => {
  expect(calls).toEqual(writeCalls(false));
  expect(writeCalls(false)).toEqual({
    program: 'npm run admin --',
    start: 'npm start',
    startWith: 'npm start --',
    repair: 'npm run build',
  });
  expect(writeCalls(true)).toEqual({
    program: 'npx consent-register',
    start: 'npx consent-register start',
    startWith: 'npx consent-register start',
    repair: 'npm install consent-register',
  });
});
