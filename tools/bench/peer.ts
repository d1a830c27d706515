import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { demoAccounts, demoPassword, provisionDemo } from '../../cli/local/demo.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { contract } from '../../shared/api/contract.ts';
import { setup } from '../../test/support/global-setup.ts';
import { findShelf, stock } from '../../test/support/make/stock.ts';
import { createFreshTable, openWithRetries } from '../../test/support/make/tables.ts';
import { launch, makeDirectory, run, stop } from '../processes.ts';
import { quantile, readOptions, report, round, silenceLog, toAscendingCounts, toTable } from '../program.ts';

const packages = '@c15t/backend@2.2.1 @hono/node-server@2 hono@4 kysely@0.28 pg@8';

const options = readOptions(
  'bench peer',
  'What our operations take beside those of another consent back end, on one machine.',
  {
    records: ['numbers of stored consents', '1000,100000'],
    c15t: [`a folder in which the peer is installed: npm install --ignore-scripts ${packages}`, ''],
    postgresql: ['an empty database for the peer beside SQLite, such as postgresql://bench@localhost/bench', ''],
  },
);

/** A request to one of the services: JSON by POST where there is a body, otherwise GET. */
interface Call {
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

type Client = (call: Call) => Promise<{ readonly body: unknown; readonly milliseconds: number }>;

/** Something a service is asked to do for a person. Persons are numbered; those that were stored first come first. */
interface Operation {
  readonly name: string;
  readonly isForNew: boolean;
  readonly call: (person: number) => Call;
  /** Whether an answer has the one consent of the person. */
  readonly succeeded: (body: unknown, person: number) => boolean;
}

/** A service in the comparison, running; person 0 has a consent that was recorded through its interface. */
interface Contender {
  readonly name: string;
  readonly client: Client;
  readonly operations: readonly Operation[];
  /** Stores a consent for each person from the first number up to the second one, beside its interface. */
  readonly seed: (from: number, to: number) => Promise<void>;
  /** Makes the indexes that a user could add, where the service does not bring them along. */
  readonly addIndexes?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Sends requests one after the other over one connection. @throws Error for another status than 200 */
const connect = (port: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async ({ path, token, body }) => {
    const content = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const start = performance.now();
    const { promise, resolve: answered, reject } = Promise.withResolvers<{ status?: number; answer: string }>();
    request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent })
      .once('error', reject)
      .once('response', async (response) =>
        answered({ status: Number(response.statusCode), answer: await text(response) }),
      )
      .end(content);
    const { status, answer } = await promise;
    if (status !== 200) throw new Error(`${path} answered ${status}: ${answer}`);
    return { body: JSON.parse(answer), milliseconds: performance.now() - start };
  };
};

/** Sends a request until a server takes the connection, for at most a minute. */
const callWhenReady = async (client: Client, call: Call): Promise<void> => {
  for (const deadline = performance.now() + 60_000; ; await sleep(20)) {
    try {
      await client(call);
      return;
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!isRefused || performance.now() > deadline) throw error;
    }
  }
};

const emailOf = (person: number): string => `person-${person}@example.com`;

/** What is kept as evidence of every consent, on both sides. */
const proof = {
  url: 'https://shop.example/newsletter',
  html: '<form><label><input type="checkbox" name="newsletter"> I want to receive the newsletter</label></form>',
};

const { id: accountId, user, project } = demoAccounts.demoShop;

/** Our functions behind the local gateway, in a process of their own, on the local engine. */
const startOurs = async (): Promise<Contender> => {
  const stopEngine = await setup();
  const table = openWithRetries((await createFreshTable('peer')).name);
  await provisionDemo(table, new Date());
  const server = fork(new URL('../explore/faults/server.ts', import.meta.url), { stdio: 'ignore' });
  const [port] = await once(server, 'message');
  const client = connect(Number(port));
  const login = await client({ path: contract.login.path, body: { email: user.email, password: demoPassword } });
  const { access_token: token } = v.parse(v.object({ access_token: v.string() }), login.body);
  const userDataOf = (person: number) => ({ first_name: 'Ada', email: emailOf(person) });
  const record = (person: number): Call => {
    const body = {
      projectUid: project.uid,
      consentInformationPid: '2',
      channel: 'web.form',
      proof,
      userData: userDataOf(person),
    };
    return { path: contract.addConsent.path, token, body };
  };
  await client(record(0));
  return {
    name: 'Consent Register on the local engine',
    client,
    operations: [
      {
        name: 'record a consent',
        isForNew: true,
        call: record,
        succeeded: (body) => v.is(contract.addConsent.response, body),
      },
      {
        name: 'look up by email',
        isForNew: false,
        call: (person) => ({
          path: contract.searchConsents.path,
          token,
          body: { userData: { email: emailOf(person) } },
        }),
        succeeded: (body, person) => JSON.stringify(Object(body).data?.[0]?.userData).includes(`"${emailOf(person)}"`),
      },
    ],
    seed: async (from, to) => {
      const shelf = await findShelf(table, accountId, project.uid, 2);
      const persons = Array.from({ length: to - from }, (_, i) => from + i);
      const made = persons.map((person) => ({
        time: new Date(),
        channel: 'web.form' as const,
        proof,
        userData: userDataOf(person),
      }));
      await stock(table, shelf, made);
    },
    stop: async () => {
      server.kill();
      await stopEngine();
    },
  };
};

const apiKey = 'an-api-key-for-the-benchmark-only';

/** In the form that the peer's clients make up: base 58 has no 0. */
const subjectIdOf = (person: number): string => `sub_${person.toString().padStart(22, '0').replaceAll('0', 'z')}`;

const ofPeer: readonly Operation[] = [
  {
    name: 'record a consent',
    isForNew: true,
    call: (person) => ({
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
    }),
    succeeded: (body) => typeof Object(body).consentId === 'string',
  },
  {
    name: 'look up by email',
    isForNew: false,
    call: (person) => ({ path: `/subjects?externalId=${encodeURIComponent(emailOf(person))}`, token: apiKey }),
    succeeded: (body, person) => Object(body).subjects?.[0]?.id === subjectIdOf(person),
  },
];

/** Starts the peer on a database, which it gets ready with its own migrations. */
const startPeer = async (
  folder: string,
  title: string,
  words: readonly [provider: string, location: string],
): Promise<Contender> => {
  const script = join(folder, 'consent-register-peer.mjs');
  copyFileSync(join(import.meta.dirname, 'peer/c15t.mjs'), script);
  const does = (task: string, input?: string) =>
    run(process.execPath, [script, task, ...words], { cwd: folder, ...(input !== undefined && { input }) });
  await does('migrate');
  const port = await findFreePort();
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), API_KEY: apiKey };
  const server = launch(process.execPath, [script, 'serve', ...words], { cwd: folder, env, stdio: 'ignore' });
  const client = connect(port);
  await callWhenReady(client, ofPeer[0]?.call(0) ?? { path: '/' });
  return {
    name: `c15t on ${title}`,
    client,
    operations: ofPeer,
    seed: (from, to) => {
      const persons = Array.from({ length: to - from }, (_, i) => from + i);
      return does(
        'seed',
        JSON.stringify(persons.map((each) => ({ subjectId: subjectIdOf(each), externalId: emailOf(each) }))),
      );
    },
    addIndexes: () => does('index'),
    stop: () => stop(server, 'SIGKILL'),
  };
};

const [rounds, callsOfRound, warmUpCalls, firstNew] = [20, 10, 100, 10_000_000] as const;
let recorded = 0;

const callOnce = async ({ name, client }: Contender, operation: Operation, stored: number): Promise<number> => {
  recorded += 1;
  const person = operation.isForNew ? firstNew + recorded : Math.floor(Math.random() * stored);
  const { body, milliseconds } = await client(operation.call(person));
  if (operation.succeeded(body, person)) return milliseconds;
  throw new Error(`${name}, ${operation.name}: an answer does not fit: ${JSON.stringify(body)}`);
};

/** Median milliseconds of each operation of each service, a few calls of each in turn, so that a noisy moment hits all of them. */
const timeAll = async (contenders: readonly Contender[], stored: number): Promise<ReadonlyMap<string, number>> => {
  const runs = contenders.flatMap((contender) =>
    contender.operations.map((operation) => ({ contender, operation, times: [] as number[] })),
  );
  for (let i = 0; i < rounds; i += 1)
    for (const { contender, operation, times } of runs) {
      await callOnce(contender, operation, stored);
      for (let j = 0; j < callsOfRound; j += 1) times.push(await callOnce(contender, operation, stored));
    }
  return new Map(
    runs.map(({ contender, operation, times }) => [`${contender.name} ${operation.name}`, round(quantile(times))]),
  );
};

const sizes = toAscendingCounts(options.records);
silenceLog();
const contenders = [await startOurs()];
const missing: (readonly string[])[] = [];
const folder = resolve(options.c15t);
if (options.c15t !== '' && existsSync(join(folder, 'node_modules/@c15t/backend'))) {
  contenders.push(await startPeer(folder, 'SQLite', ['sqlite', join(await makeDirectory(), 'c15t.db')]));
  if (options.postgresql !== '')
    contenders.push(await startPeer(folder, 'PostgreSQL', ['postgresql', options.postgresql]));
  else missing.push(['c15t on PostgreSQL', 'was not started: name a database with --postgresql']);
} else missing.push(['c15t', `is not there: npm install ${packages}, and name the folder with --c15t`]);

for (const contender of contenders)
  for (const operation of contender.operations)
    for (let i = 0; i < warmUpCalls; i += 1) await callOnce(contender, operation, 1);
const bySize: ReadonlyMap<string, number>[] = [];
let stored = 1;
for (const size of sizes) {
  for (const { seed } of contenders) await seed(stored, size);
  stored = size;
  bySize.push(await timeAll(contenders, stored));
}
const peers = contenders.slice(1);
for (const { addIndexes } of peers) await addIndexes?.();
const indexed = await timeAll(peers, stored);

const rows = contenders.flatMap(({ name, operations }) =>
  operations.map((operation) => {
    const key = `${name} ${operation.name}`;
    return [name, operation.name, ...bySize.map((times) => times.get(key) ?? 0), indexed.get(key) ?? ''];
  }),
);
const unlike = missing.map(([name = '', why = '']) => [name, why, ...sizes.map(() => ''), '']);
const columns = sizes.map((size) => `median ms at ${size.toLocaleString('en')}`);
const version = (): string =>
  JSON.parse(readFileSync(join(folder, 'node_modules/@c15t/backend/package.json'), 'utf8')).version;
report(`${toTable(['service', 'operation', ...columns, 'with two indexes added by hand'], [...rows, ...unlike])}

${peers.length > 0 ? `@c15t/backend ${version()}; ` : ''}Node ${process.version}, ${availableParallelism()} cores; ${rounds * callsOfRound} calls for each figure, one after the other.`);
for (const contender of contenders) await contender.stop();
process.exit();
