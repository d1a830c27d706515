import { expect, test } from 'vitest';
import { anchorBucket } from '../../../cli/local/environment.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { setTime } from '../../support/clock.ts';
import type { Parameters } from '../../support/encode.ts';
import { newFolder } from '../../support/folder.ts';
import { readAnswers, readKnown } from './data-folder.ts';
import { openRecorded } from './open-recorded.ts';
import { readData } from './read-data.ts';
import { must } from './register.ts';

const known = readKnown();
const register = await openRecorded();

/** Soon after the data was recorded: sessions and answers to repeated requests are still there. */
const setClock = (): void => setTime(new Date(Date.parse(known.until) + 60_000));

test('what the last release stored is read as that release read it', async () => {
  setClock();
  const answers = await readData(register, known, newFolder());

  expect(answers).toMatchObject(readAnswers());
});

test('what comes after is written beside it: consents, a revocation, an erasure and the log go on', async () => {
  setClock();
  const { account, email, password, consents } = known;
  const { body: tokens } = await register.call('login', { email, password });
  const send = async (operation: OperationName, parameters: Parameters) => {
    const { status, body } = await register.call(operation, parameters, { token: tokens.access_token });
    expect({ operation, status }).toEqual({ operation, status: 200 });
    return body;
  };
  const run = (...words: readonly string[]) => must(register, words, { account });
  const userData = { email: 'nia@example.com', card: 'gold' };
  const { consentId: added } = await send('addConsent', { ...known.repeated.request, userData });
  await send('revokeConsent', { id: consents.labelled, proof: { html: 'No more, please.' } });
  await run('person', 'erase', 'email=gil@example.com', '--yes', '--reason', 'asked for');
  await run('notice', 'retire', 'terms', '--undo', '--yes', '--reason', 'needed again');
  await register.publish();
  const { data } = await send('searchConsents', { userData: { card: 'gold' } });
  const { stdout } = await register.command(['log', 'verify', '--anchors', anchorBucket, '--lag', '1', '--json']);

  expect(data.map(({ id }) => id)).toEqual([added, consents['with lookups']]);
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
});
