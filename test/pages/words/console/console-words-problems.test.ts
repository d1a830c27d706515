import { expect, test } from 'vitest';
import { problems } from '../../../../shared/problem-catalogue.ts';
import { consoleWords } from '../../../support/console-words.ts';

/** Those that the client itself gives. */
const ofClient = ['connection.failed', 'connection.timeout', 'answer.unexpected', 'tokens.missing'];

test.each(Object.entries(consoleWords))('each problem has its sentence: %s', (_, { calls }) => {
  expect(Object.keys(calls.problems).sort()).toEqual([...Object.keys(problems), ...ofClient].sort());
});
