import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { ended } from '../../support/call/admin.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { shortenPauses } from '../../support/make/clock.ts';

const proxy = await startStoreProxy();
const { runAdmin } = await import('../../support/call/admin.ts');
const { prodLabel, useDeployedStage } = await import('../../support/make/deployed-stage.ts');
const { table } = await import('../../support/make/table.ts');

const aws = await useDeployedStage();
const label = prodLabel();

beforeEach(() => {
  shortenPauses();
  proxy.intercept = undefined;
});

const create = () => runAdmin('account', 'create', 'My Shop', '--stage', 'prod');

const readChanges = async () => {
  proxy.intercept = undefined;
  return { accounts: await listAccounts(table), log: await listLogEntries(table, 10) };
};
const none = { accounts: [], log: [] };

const expired = 'Your AWS credentials have expired. Log in to AWS again.';
const unknown = 'AWS does not accept your credentials. Log in to AWS again, and check AWS_PROFILE and the clock.';
const busy = 'AWS is busy. Try again in a moment.';
const denied = 'Your credentials may not do this. docs/commands.md says which role may. AWS says: by the test';
const unreachable = (label: string) =>
  `${label} cannot be reached. Check the network, the region and the endpoints in the environment.`;

describe.each(['DescribeStacks', 'GetCallerIdentity'])('%s is refused', (action) => {
  test.each([
    [403, 'AccessDenied', denied],
    [403, 'ExpiredToken', expired],
    [403, 'InvalidClientTokenId', unknown],
    [403, 'SignatureDoesNotMatch', unknown],
    [400, 'IncompleteSignature', unknown],
    [403, 'MissingAuthenticationToken', unknown],
    [400, 'RequestExpired', unknown],
    [400, 'Throttling', busy],
    [500, 'InternalFailure', busy],
    [503, 'ServiceUnavailable', busy],
  ])('%i %s', async (status, code, message) => {
    aws.refusals.set(action, { status, code, message: 'by the test' });

    expect(await create()).toEqual(
      action === 'DescribeStacks' ? ended('unreachable', message) : ended('unreachable', message, label),
    );
    expect(await readChanges()).toEqual(none);
  });
});

describe('DynamoDB refuses all calls', () => {
  const tableIsBusy = 'The table is busy. Try again in a moment.';

  test.each([
    [400, 'AccessDeniedException', denied],
    [400, 'ExpiredTokenException', expired],
    [400, 'UnrecognizedClientException', unknown],
    [400, 'InvalidSignatureException', unknown],
    [400, 'IncompleteSignatureException', unknown],
    [400, 'MissingAuthenticationTokenException', unknown],
    [400, 'ThrottlingException', tableIsBusy],
    [400, 'ProvisionedThroughputExceededException', tableIsBusy],
    [500, 'InternalServerError', tableIsBusy],
  ])('%i %s', async (status, name, message) => {
    proxy.intercept = async () => storeError(status, name);

    expect(await create()).toEqual(ended('unreachable', message, label));
    expect(await readChanges()).toEqual(none);
  });
});

describe('the way to AWS', () => {
  const broken = `The connection to ${label} broke. Try again in a moment.`;

  test.each(['CLOUDFORMATION', 'STS', 'DYNAMODB'])('of %s leads to a port that nobody listens on', async (service) => {
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, `http://127.0.0.1:${await findFreePort()}`);

    expect(await create()).toEqual(
      service === 'CLOUDFORMATION'
        ? ended('unreachable', unreachable('stage prod'))
        : ended('unreachable', unreachable(label), label),
    );
  });

  test('leads to a host that has no address', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://no-such-host.invalid');

    expect(await create()).toEqual(ended('unreachable', unreachable(label), label));
  });

  test('is not a URL', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'nonsense');

    expect(await create()).toEqual(
      ended(
        'unreachable',
        'An endpoint in the environment, such as AWS_ENDPOINT_URL, is not a URL. Correct it, or unset it.',
        label,
      ),
    );
  });

  test('leads to something else', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', aws.endpoint);

    expect(await create()).toEqual(
      ended(
        'unreachable',
        `The answer for ${label} is not from AWS. Check the network, and the endpoints in the environment.`,
        label,
      ),
    );
  });

  test('breaks before the answer', async () => {
    proxy.intercept = async () => undefined;

    expect(await create()).toEqual(ended('unreachable', broken, label));
    expect(await readChanges()).toEqual(none);
  });

  test('breaks after the change was made, which the log tells', async () => {
    proxy.intercept = async ({ name, forward }) => {
      const answer = await forward();
      return name === 'TransactWriteItems' ? undefined : answer;
    };

    expect(await create()).toEqual(
      ended('unreachable', `${broken} \`operations list\` shows whether the change was made.`, label),
    );
    expect(await readChanges()).toMatchObject({
      accounts: [{ name: 'My Shop' }],
      log: [{ command: 'account create', by: aws.caller }],
    });
  });
});
