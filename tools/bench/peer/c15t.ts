import { join } from 'node:path';
import * as v from 'valibot';
import { findFreePort } from '../../../cli/local/loopback.ts';
import type { Call } from './client.ts';
import { callWhenReady, connect } from './client.ts';
import type { ColdStart, Contender, Operation } from './contender.ts';
import { emailOf, proof } from './contender.ts';
import { bundleServer, packageDirectory } from './installation.ts';
import { residentMemory } from './memory.ts';
import { launch, makeDirectory, run, stop } from './processes.ts';

/** Where the peer keeps its data. */
export interface Database {
  readonly title: string;
  readonly provider: 'sqlite' | 'postgresql';
  readonly location: string;
  /** Memory of the database, where it is a process of its own. */
  readonly measureMemory?: () => Promise<number>;
  readonly stop?: () => Promise<void>;
}

const apiKey = 'an-api-key-for-the-benchmark-only';

/** In the form that the peer's clients make up: base 58 has no 0. */
const subjectIdOf = (person: number): string => `sub_${person.toString().padStart(22, '0').replaceAll('0', 'z')}`;

const record = (person: number): Call => ({
  path: '/subjects',
  body: {
    type: 'marketing_communications',
    subjectId: subjectIdOf(person),
    externalSubjectId: emailOf(person),
    identityProvider: 'email',
    domain: 'shop.example',
    preferences: { marketing: true },
    givenAt: Date.now(),
    metadata: { first_name: 'Ada', ...proof },
  },
});

const findByEmail = (person: number): Call => ({
  path: `/subjects?externalId=${encodeURIComponent(emailOf(person))}`,
  token: apiKey,
});

const Recorded = v.object({ consentId: v.string() });
const Subject = v.object({ id: v.string() });
const OneConsent = v.strictTuple([v.looseObject({ preferences: v.object({ marketing: v.literal(true) }) })]);
const OfEmail = v.object({ subjects: v.strictTuple([v.object({ ...Subject.entries, consents: OneConsent })]) });
const OfSubject = v.object({ subject: Subject, consents: OneConsent });

const operations: readonly Operation[] = [
  { name: 'record a consent', isFor: 'a new person', call: record, succeeded: (body) => v.is(Recorded, body) },
  {
    name: 'look up by email',
    isFor: 'a stored person',
    call: findByEmail,
    succeeded: (body, person) => v.is(OfEmail, body) && body.subjects[0].id === subjectIdOf(person),
  },
  {
    name: 'look up by its subject id',
    isFor: 'a stored person',
    call: (person) => ({ path: `/subjects/${subjectIdOf(person)}` }),
    succeeded: (body, person) => v.is(OfSubject, body) && body.subject.id === subjectIdOf(person),
  },
];

/** Starts the peer on a database, which it gets ready with its own migrations. */
export const startPeer = async (database: Database): Promise<Contender> => {
  const { title, provider, location } = database;
  const runScript = (script: string, input?: string): Promise<void> =>
    run(process.execPath, [join(packageDirectory, script), provider, location], {
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      ...(input !== undefined && { input }),
    });
  await runScript('migrate.mjs');
  const bundle = await bundleServer(provider, await makeDirectory());
  const launchServer = (port: number) => {
    const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATABASE: location, API_KEY: apiKey };
    return { client: connect(port), server: launch(process.execPath, [bundle], { env, stdio: 'ignore' }) };
  };
  const startCold = async (): Promise<ColdStart> => {
    const port = await findFreePort();
    const start = performance.now();
    const { client, server } = launchServer(port);
    await callWhenReady(client, findByEmail(0));
    const milliseconds = performance.now() - start;
    const memory = await residentMemory(server.pid ?? Number.NaN);
    await stop(server, 'SIGKILL');
    return { milliseconds, memory };
  };
  const { client, server } = launchServer(await findFreePort());
  await callWhenReady(client, record(0));
  return {
    name: `c15t on ${title}`,
    client,
    operations,
    seed: (from, to) => {
      const persons = Array.from({ length: to - from }, (_, i) => from + i);
      const list = persons.map((person) => ({ subjectId: subjectIdOf(person), externalId: emailOf(person) }));
      return runScript('seed.mjs', JSON.stringify(list));
    },
    measureMemory: async () => ({
      server: await residentMemory(server.pid ?? Number.NaN),
      ...(database.measureMemory && { database: await database.measureMemory() }),
    }),
    startCold,
    addIndexes: () => runScript('add-indexes.mjs'),
    stop: async () => {
      await stop(server, 'SIGKILL');
      await database.stop?.();
    },
  };
};
