import { demoAccounts, renewDemoKey } from '../../../cli/local/demo.ts';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { loadFunctions } from '../../../cli/local/service.ts';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import { createUser } from '../../../shared/identity/user.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { AnswerBody } from '../../../test/support/call/document.ts';
import type { Parameters } from '../../../test/support/call/event.ts';
import { encoders, toEvent, toRouteKey } from '../../../test/support/call/event.ts';
import { changeAt } from '../../../test/support/make/changes.ts';
import { password, passwordHash } from '../../../test/support/make/password.ts';

/** A call that is measured. */
export interface Case {
  readonly name: string;
  readonly operation: OperationName;
  readonly parameters: Parameters;
  readonly token?: string;
}

const email = 'benchmark@example.com';
const { demoShop } = demoAccounts;
const proof = { url: 'https://shop.example/checkout', html: `<form>${'<p>I agree.</p>'.repeat(50)}</form>` };

/** Three userData keys, as the targets have them. */
const newConsent = (userEmail: string): Parameters => ({
  projectUid: demoShop.project.uid,
  consentInformationPid: 1,
  proof,
  userData: { first_name: 'Ada', last_name: 'Lovelace', email: userEmail },
});

const arrange = async (table: Table): Promise<readonly Case[]> => {
  await createUser(
    table,
    { accountId: demoShop.id, name: 'Benchmark', email, passwordHash: passwordHash() },
    changeAt(),
  );
  const functions = await loadFunctions();
  const call = async (operation: OperationName, parameters: Parameters, token?: string): Promise<AnswerBody> => {
    const run = functions.get(toRouteKey(contract[operation]));
    const event = toEvent(operation, encoders.form(parameters), { token });
    const answer = await run?.(event, newLambdaContext(operation));
    if (answer?.statusCode !== 200) throw new Error(`${operation} was refused: ${answer?.body}`);
    return JSON.parse(answer.body ?? '');
  };
  const key = await renewDemoKey(table, new Date());
  if (key === undefined) throw new Error('The demo has no user.');
  const { access_token: token, refresh_token } = await call('login', { email, password });
  const add = (userEmail: string) => call('addConsent', newConsent(userEmail), token);
  for (let i = 0; i < 30; i += 1) await add('regular@example.com');
  await add('rare@example.com');
  const { consentId } = await add('leaving@example.com');
  return [
    { name: 'login, without bcrypt', operation: 'login', parameters: { email, password } },
    { name: 'details', operation: 'details', parameters: {}, token },
    { name: 'refresh-token', operation: 'refreshToken', parameters: { refresh_token } },
    {
      name: 'add: 1 notice, 3 userData keys',
      operation: 'addConsent',
      parameters: newConsent('new@example.com'),
      token,
    },
    {
      name: 'add: the same with a key for machines',
      operation: 'addConsent',
      parameters: newConsent('new@example.com'),
      token: key,
    },
    {
      name: 'search: a person with 1 consent',
      operation: 'searchConsents',
      parameters: { userData: { email: 'rare@example.com' } },
      token,
    },
    {
      name: 'search: page of 20 of 30',
      operation: 'searchConsents',
      parameters: { userData: { email: 'regular@example.com' } },
      token,
    },
    { name: 'revoke', operation: 'revokeConsent', parameters: { id: consentId, proof }, token },
    { name: 'information/get: 2 notices', operation: 'getNotices', parameters: { pid: [1, 2] }, token },
  ];
};

/** Makes what the calls need in a table with demo data, through the interface. */
export const arrangeCases = async (table: Table): Promise<readonly Case[]> => {
  const { info } = console;
  console.info = () => {};
  try {
    return await arrange(table);
  } finally {
    console.info = info;
  }
};
