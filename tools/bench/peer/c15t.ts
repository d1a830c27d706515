import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { launch, run, stop } from '../../processes.ts';
import type { Contender } from './contender.ts';
import { connect, emailOf, expectAnswer, proof } from './contender.ts';

const script = join(import.meta.dirname, 'c15t.mjs');
const apiKey = 'an-api-key-for-the-benchmark-only';
const type = 'marketing_communications';

/** The version that is installed. */
export const readC15tVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules/@c15t/backend/package.json'), 'utf8')).version;

/** In the form that its clients make up: base 58 has no 0. */
const subjectIdOf = (person: number): string => `sub_${person.toString().padStart(22, '0').replaceAll('0', 'z')}`;

/** c15t's back end on a database, which it gets ready with its own migrations, under Hono's server for Node. */
export const startC15t = async (
  title: string,
  [provider, location]: readonly [provider: string, location: string],
): Promise<Contender> => {
  const does = (task: string, input?: string) =>
    run(process.execPath, [script, task, provider, location], { ...(input !== undefined && { input }) });
  await does('migrate');
  const port = await findFreePort();
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), API_KEY: apiKey };
  const server = launch(process.execPath, [script, 'serve', provider, location], { env, stdio: 'ignore' });
  const client = connect(port);
  const decide = async (person: number, marketing: boolean): Promise<void> => {
    const answer = await client({
      path: '/subjects',
      body: {
        type,
        subjectId: subjectIdOf(person),
        externalSubjectId: emailOf(person),
        identityProvider: 'email',
        domain: 'shop.example',
        preferences: { marketing },
        givenAt: Date.now(),
        metadata: { first_name: 'Ada', ...proof },
      },
    });
    expectAnswer(typeof Object(answer).consentId === 'string', answer);
  };
  for (let tries = 0; ; tries += 1) {
    try {
      await decide(0, true);
      break;
    } catch (error) {
      if (tries > 600) throw error;
      await sleep(100);
    }
  }
  return {
    name: `c15t on ${title}`,
    lacks: 'login, proof that it gives back, log, evidence, other keys; withdrawing is another consent',
    does: {
      record: (person) => decide(person, true),
      'look up by email': async (person) => {
        const path = `/subjects?externalId=${encodeURIComponent(emailOf(person))}`;
        const answer = await client({ path, token: apiKey });
        expectAnswer(Object(answer).subjects?.[0]?.id === subjectIdOf(person), answer);
      },
      check: async (person) => {
        const path = `/consents/check?externalId=${encodeURIComponent(emailOf(person))}&type=${type}`;
        const answer = await client({ path });
        expectAnswer(Object(answer).results?.[type]?.hasConsent === true, answer);
      },
      withdraw: (person) => decide(person, false),
    },
    prepareWithdrawal: (person) => decide(person, true),
    seed: (from, to) =>
      does(
        'seed',
        JSON.stringify(
          Array.from({ length: to - from }, (_, i) => ({
            subjectId: subjectIdOf(from + i),
            externalId: emailOf(from + i),
          })),
        ),
      ),
    stop: () => stop(server, 'SIGKILL'),
  };
};
