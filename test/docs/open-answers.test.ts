import { expect, onTestFinished, test } from 'vitest';
import { startLaterVersion } from '../../tools/generators/open-answers.ts';
import { serve } from '../support/serve.ts';

const added = { addedLater: { since: 'a later version' } };

/** What a caller reads from the later version where the service has this answer. */
const readLater = async (status: number, answer: object): Promise<unknown> => {
  const service = await serve((_, response) => response.writeHead(status).end(JSON.stringify(answer)));
  const later = await startLaterVersion(service);
  onTestFinished(later.stop);
  return (await fetch(later.baseUrl, { method: 'POST', body: '{}' })).json();
};

test('a later version adds a member to each object that is no map, and a channel', async () => {
  const record = { id: 'a', channel: 'web', proof: { url: 'b' }, userData: { size: { label: 'c', value: 'd' } } };

  expect(await readLater(200, { page: '1', data: [{ ...record, revokeChannel: null }] })).toEqual({
    page: '1',
    data: [{ ...record, channel: 'web.later', revokeChannel: null, ...added }],
    ...added,
  });
});

test('a later version adds to each notice, and no notice', async () => {
  expect(await readLater(200, { data: { 2: { pid: 2, title: { eng: 'a' } } } })).toEqual({
    data: { 2: { pid: 2, title: { eng: 'a' }, ...added } },
    ...added,
  });
});

test('a later version has other codes in a problem', async () => {
  const problem = { code: 'parameters.invalid', requestId: 'a', errors: [{ field: 'b', code: 'missing' }] };

  expect(await readLater(422, problem)).toEqual({
    code: 'problem.later',
    requestId: 'a',
    errors: [{ field: 'b', code: 'later', ...added }],
    ...added,
  });
});
