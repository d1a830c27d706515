import { expect, test } from 'vitest';
import { callWords } from '../../../console/calls/words/translations.ts';
import { problems } from '../../../shared/problem-catalogue.ts';

/** Those that the client itself gives. */
const ofClient = ['connection.failed', 'connection.timeout', 'answer.unexpected', 'tokens.missing'];

test.each(Object.entries(callWords))('each problem has its sentence: %s', (_, words) => {
  expect(Object.keys(words.problems).sort()).toEqual([...Object.keys(problems), ...ofClient].sort());
});
