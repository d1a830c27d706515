import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { nameLogTable } from '../../../cli/local/create-table.ts';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import { startEngine } from '../../../cli/local/dynamodb.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { contract } from '../../../shared/api/contract.ts';
import { endOfBlock, findLastBlock } from '../../../shared/log/blocks.ts';
import { personalEnvironment } from '../../../test/e2e/environment.ts';
import { findShelf, stock } from '../../../test/support/make/stock.ts';
import { openWithRetries } from '../../../test/support/make/tables.ts';
import { launch, makeDirectory, stop } from '../../processes.ts';
import type { Contender } from './contender.ts';
import { connect, emailOf, expectAnswer, proof } from './contender.ts';

const root = join(import.meta.dirname, '../../..');
const { id: accountId, user, project } = demoAccounts.demoShop;
const tableName = 'peer';
const newsletter = 2;

const userDataOf = (person: number) => ({ first_name: 'Ada', email: emailOf(person) });

const Token = v.object({ access_token: v.string() });

/**
 * The local service as `npm start` runs it, with its log, its feed and all its checks, on a local engine that keeps its data
 * in a file.
 */
export const startRegister = async (): Promise<Contender> => {
  const engine = await startEngine({ directory: await makeDirectory() });
  const surroundings = {
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  Object.assign(process.env, surroundings);
  const port = await findFreePort();
  const server = launch(process.execPath, [join(root, 'cli/bin.js'), 'start'], {
    cwd: root,
    env: personalEnvironment({ ...surroundings, TABLE_NAME: tableName, PORT: String(port) }),
    stdio: 'ignore',
  });
  const [client, table, log] = [connect(port), openWithRetries(tableName), openWithRetries(nameLogTable(tableName))];
  const login = { path: contract.login.path, body: { email: user.email, password: demoPassword } };
  let loggedIn = await client(login).catch(() => undefined);
  for (let tries = 0; loggedIn === undefined && tries < 600; tries += 1) {
    await sleep(100);
    loggedIn = await client(login).catch(() => undefined);
  }
  const { access_token: token } = v.parse(Token, loggedIn);
  const call = (path: string, body: object): Promise<unknown> => client({ path, token, body });
  const record = async (person: number): Promise<string> => {
    const answer = await call(contract.addConsent.path, {
      projectUid: project.uid,
      consentInformationPid: newsletter,
      channel: 'web.form',
      proof,
      userData: userDataOf(person),
    });
    const id = String(Object(answer).consentId);
    expectAnswer(/^[0-9a-f]{32}$/.test(id), answer);
    return id;
  };
  const toEnd = new Map<number, string>();
  let shelf: Awaited<ReturnType<typeof findShelf>> | undefined;
  return {
    name: 'Consent Register',
    lacks: '',
    does: {
      record: async (person) => {
        await record(person);
      },
      'look up by email': async (person) => {
        const answer = await call(contract.searchConsents.path, { userData: { email: emailOf(person) } });
        expectAnswer(Object(answer).data?.[0]?.userData?.email === emailOf(person), answer);
      },
      check: async (person) => {
        const answer = await call(contract.checkPeople.path, {
          pid: newsletter,
          people: [{ email: emailOf(person) }],
        });
        expectAnswer(JSON.stringify(answer).includes('"allowed":true'), answer);
      },
      withdraw: async (person) => {
        const answer = await call(contract.revokeConsent.path, { id: toEnd.get(person), proof: { url: proof.url } });
        expectAnswer(Object(answer).revoked === true, answer);
      },
    },
    prepareWithdrawal: async (person) => {
      toEnd.set(person, await record(person));
    },
    seed: async (from, to) => {
      shelf ??= await findShelf(table, accountId, project.uid, newsletter);
      const now = Date.now();
      const persons = Array.from({ length: to - from }, (_, i) => from + i);
      const before = await findLastBlock(log);
      await stock(
        table,
        shelf,
        persons.map((person) => ({
          time: new Date(now),
          channel: 'web.form' as const,
          proof,
          userData: userDataOf(person),
        })),
      );
      const wanted = (before === undefined ? 0 : endOfBlock(before)) + persons.length;
      for (let end = 0; end < wanted; await sleep(500)) {
        const last = await findLastBlock(log);
        end = last === undefined ? 0 : endOfBlock(last);
      }
    },
    stop: async () => {
      await stop(server, 'SIGINT');
      await engine.stop();
    },
  };
};
