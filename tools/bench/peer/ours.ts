import { once } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import { startEngine } from '../../../cli/local/engine.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { contract } from '../../../shared/contract.ts';
import { openTable } from '../../../shared/store/client.ts';
import { findShelf, stock } from '../../../test/support/stock.ts';
import type { ServedCall } from '../local-service/clock.ts';
import type { Call } from './client.ts';
import { callWhenReady, connect } from './client.ts';
import type { Contender, Operation } from './contender.ts';
import { emailOf, proof } from './contender.ts';
import { findChild, residentMemory } from './memory.ts';
import { bundleFunction, startBundle } from './ours-cold-start.ts';
import { launch, stop } from './processes.ts';

const root = join(import.meta.dirname, '../../..');
const { id: accountId, user, project } = demoAccounts.demoShop;
const newsletterPid = '2';

const userDataOf = (person: number) => ({ first_name: 'Ada', email: emailOf(person) });

const parametersOf = (person: number) => ({
  projectUid: project.uid,
  consentInformationPid: newsletterPid,
  channel: 'web.form',
  proof,
  userData: userDataOf(person),
});

const searchOf = (person: number) => ({ userData: { email: emailOf(person) } });

const isPageOf = (body: unknown, person: number): boolean => {
  const { totalResults, data } = v.parse(contract.searchConsents.response, body) as {
    totalResults?: number;
    data: readonly { userData: unknown }[];
  };
  return totalResults === 1 && JSON.stringify(data[0]?.userData).includes(`"${emailOf(person)}"`);
};

const toOperations = (token: string): Operation[] => [
  {
    name: 'record a consent',
    isFor: 'a new person',
    call: (person) => ({ path: contract.addConsent.path, token, body: parametersOf(person) }),
    succeeded: (body) => v.is(contract.addConsent.response, body),
  },
  {
    name: 'look up by email',
    isFor: 'a stored person',
    call: (person) => ({ path: contract.searchConsents.path, token, body: searchOf(person) }),
    succeeded: isPageOf,
  },
];

const TokenSet = v.object({ access_token: v.string() });

/** The event of a search, with what the function reads of it. */
const searchEvent = (token: string) =>
  ({
    version: '2.0',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    requestContext: { requestId: '-', http: { sourceIp: '127.0.0.1', userAgent: '' } },
    body: JSON.stringify(searchOf(0)),
    isBase64Encoded: false,
  }) as unknown as Parameters<typeof startBundle>[1];

/** Starts our service as `npm start` does, with its engine in reach of the benchmark. */
export const startOurs = async (): Promise<Contender> => {
  const engine = await startEngine();
  const enginePid = await findChild(/java/);
  const port = await findFreePort();
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    TABLE_NAME: 'bench-peer',
  });
  const clock = new URL('../local-service/clock.ts', import.meta.url).href;
  const service = launch(process.execPath, [join(root, 'cli/bin.js'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), NODE_OPTIONS: `--import=${clock}` },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const client = connect(port);
  const login: Call = { path: contract.login.path, body: { email: user.email, password: demoPassword } };
  const { access_token: token } = v.parse(TokenSet, (await callWhenReady(client, login)).body);
  await client({ path: contract.addConsent.path, token, body: parametersOf(0) });
  const table = openTable('bench-peer');
  const bundle = await bundleFunction('searchConsents');
  let waited = 0;
  return {
    name: 'Consent Register on DynamoDB Local',
    client,
    operations: toOperations(token),
    seed: async (from, to) => {
      const shelf = await findShelf(table, accountId, project.uid, Number(newsletterPid));
      const consents = Array.from({ length: to - from }, (_, i) => ({
        time: new Date(),
        channel: 'web.form' as const,
        proof,
        userData: userDataOf(from + i),
      }));
      await stock(table, shelf, consents);
    },
    measureMemory: async () => ({
      server: await residentMemory(service.pid ?? Number.NaN),
      database: await residentMemory(enginePid),
    }),
    startCold: () => startBundle(bundle, searchEvent(token), process.env),
    readWaiting: async () => {
      service.send('calls');
      const [calls]: readonly ServedCall[][] = await once(service, 'message');
      waited += (calls ?? []).reduce((sum, { engine }) => sum + engine, 0);
      return waited;
    },
    stop: async () => {
      await stop(service);
      await engine.stop();
    },
  };
};
