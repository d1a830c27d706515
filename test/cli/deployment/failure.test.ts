import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../cli/command-error.ts';
import { explainFailure } from '../../../cli/deployment/failure.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/deploy.md'), 'utf8');
const [, table = ''] = /\| message \| what to do \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? [];

/** What nobody has to do anything about, or CDK asks. */
const exempt = ['could not be used to assume', 'Proceeding anyway', 'Stack is in a paused fail state'];

/** Messages of the guide: code between back quotes, the parts of a message with something between them joined. */
const messages = table
  .split('\n')
  .map((row) => row.split('|')[1] ?? '')
  .flatMap((cell) => [...cell.replaceAll('` ... `', ' something ').matchAll(/`([^`]+)`/g)])
  .map(([, text = '']) => text)
  .filter((text) => !exempt.includes(text));

test('the guide has messages', () => {
  expect(messages.length).toBeGreaterThan(15);
});

test.each(messages)('what to do about "%s" is said with it', (message) => {
  const explained = explainFailure(new Error('Deployment failed', { cause: new Error(message) }), 'prod');

  expect(explained).toBeInstanceOf(CommandError);
  expect(`${explained}`).toMatch(/^CommandError: Deployment failed\. (?!"When the first).{20}/);
});

test('another failure is told in one line, without colours, with the place of the guide', () => {
  const said = explainFailure(new Error('❌  \u001b[31mIt failed:\u001b[39m\n  nobody knows why'), 'prod');

  expect(said).toEqual(
    new CommandError(
      'It failed: nobody knows why. "When the first deployment fails" in docs/deploy.md says more.',
      'unreachable',
    ),
  );
});

test('credentials that ended meanwhile are told as everywhere', () => {
  const expired = Object.assign(new Error('token'), { name: 'ExpiredTokenException' });

  expect(explainFailure(new Error('It failed', { cause: expired }), 'prod')).toEqual(
    new CommandError('Your AWS credentials have expired. Log in to AWS again.', 'unreachable'),
  );
});
