import { beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import type { AnswerBody } from '../support/call/document.ts';
import { checkAnswer, checkRequest } from '../support/call/document.ts';
import type { Encoding } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import type { RegisterLog } from '../support/make/register-log.ts';
import { openOwnLog } from '../support/make/register-log.ts';
import { putDemo } from './demo-register.ts';

let tokens: AnswerBody;
let register: RegisterLog;
let consentId: string;
let versionId: string;

beforeAll(async () => {
  register = await openOwnLog();
  await putDemo();
  const { email } = demoAccounts.demoShop.user;
  tokens = (await invoke('login', { email, password: demoPassword })).body;
  const consent = await invoke('addConsent', descriptions.addConsent.examples.one?.request, {
    token: tokens.access_token,
  });
  ({ consentId } = consent.body);
  const notices = await invoke('getNotices', { pid: 3 }, { token: tokens.access_token });
  versionId = notices.body.data[3]?.id ?? '';
});

let latestPassword = demoPassword;

/** The password was changed by the request before, in another encoding. */
const changeOnce = ({ newPassword }: Readonly<Record<string, unknown>>) => {
  const currentPassword = latestPassword;
  latestPassword = `${currentPassword === demoPassword ? newPassword : currentPassword} again`;
  return { currentPassword, newPassword: latestPassword };
};

let mailboxes = 0;

/** A mailbox gets one mail in ten minutes. */
const mailAnother = ({ userData, ...request }: Readonly<Record<string, unknown>>) => {
  mailboxes += 1;
  return { ...request, userData: { ...Object(userData), email: `ada.${mailboxes}@example.com` } };
};

/** With real tokens and ids, which are others each time. */
const makeReal = (operation: OperationName, request: Readonly<Record<string, unknown>>) => {
  if (operation === 'refreshToken') return { ...request, refresh_token: tokens.refresh_token };
  if (operation === 'changePassword') return changeOnce(request);
  if (operation === 'requestConfirmation') return mailAnother(request);
  if (operation === 'getNoticeVersion') return { ...request, id: versionId };
  if (operation === 'requestErasure') return { ...request, ids: consentId };
  return operation === 'revokeConsent' || operation === 'getEvidence' ? { ...request, id: consentId } : request;
};

/** Names and types, of a list those of its first element. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
};

/** Of what was answered the members that an example has. */
const takeShown = (example: object, answered: object): object =>
  Object.fromEntries(Object.keys(example).map((name) => [name, Reflect.get(answered, name)]));

const named = Object.entries(descriptions).flatMap(([operation, { examples }]) =>
  Object.keys(examples).map((name) => [operation as OperationName, name] as const),
);

describe.each(named)('the example %s %s', (operation, name) => {
  const { request, answer, partOf } = descriptions[operation].examples[name] ?? { request: {}, answer: undefined };

  // The example of evidence is one before the first checkpoint.
  beforeAll(async () => {
    if (operation === 'getOverview') await register.publish();
  });

  test('is as the document says', () => {
    checkRequest(operation, request);
    checkAnswer(operation, 200, answer);
  });

  test.each<Encoding>(['json', 'form', 'multipart'])('is answered as it says: %s', async (encoding) => {
    const parameters = makeReal(operation, request);

    const { status, body } = await invoke(operation, parameters, { token: tokens.access_token, encoding });

    if (operation === 'refreshToken') tokens = body;
    expect(status).toBe(200);
    const shown =
      partOf === undefined ? body : { ...body, [partOf]: takeShown(Object(answer)[partOf], Reflect.get(body, partOf)) };
    expect(shapeOf(shown)).toEqual(shapeOf(answer));
    expect(Object.keys(body)).toEqual(Object.keys(Object(answer)));
  });
});
