import { beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { readEnvironment } from '../../../cli/local/environment.ts';

/** The engine of the tests is no setting of theirs. */
beforeEach(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
});

const needsUrl = 'AWS_ENDPOINT_URL_DYNAMODB must be a URL, such as http://127.0.0.1:8000.';
const needsRanges =
  'ALLOWED_ADDRESSES must be 1 to 50 ranges of addresses, each from its first one on, such as 203.0.113.0/24, 2001:db8::/32, or 203.0.113.7/32 for one; separate them by commas.';
const namesAws =
  'AWS_ENDPOINT_URL_DYNAMODB names AWS itself. Name a local engine: the local service and its demo users must not run on AWS.';
const twoEngines =
  'DYNAMODB_PORT is for the engine that the service starts, AWS_ENDPOINT_URL_DYNAMODB for one that runs. Unset one of the two.';

test.each([
  [{ PORT: 'abc' }, 'PORT must be a number.'],
  [{ PORT: '0' }, 'PORT must be at least 1.'],
  [{ PORT: '65536' }, 'PORT must be at most 65535.'],
  [{ DYNAMODB_PORT: '' }, 'DYNAMODB_PORT must be a number.'],
  [{ KMS_PORT: '0' }, 'KMS_PORT must be at least 1.'],
  [{ SECRETS_MANAGER_PORT: '65536' }, 'SECRETS_MANAGER_PORT must be at most 65535.'],
  [{ DYNAMODB_PORT: '8000', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8001' }, twoEngines],
  [{ DATA_DIR: '' }, 'DATA_DIR must not be empty.'],
  [{ EVENTS_TO: 'localhost:8080' }, 'EVENTS_TO must be a URL, such as http://127.0.0.1:8080/events.'],
  [{ ALLOWED_ADDRESSES: '127.0.0.1' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '203.0.113.7/8' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '10.8/16' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '2001:db8::1/32' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '::ffff:10.0.0.0/104' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '127.0.0.0/8,' }, needsRanges],
  [{ ALLOWED_ADDRESSES: '' }, needsRanges],
  [{ AWS_ENDPOINT_URL_DYNAMODB: 'localhost' }, needsUrl],
  [{ AWS_ENDPOINT_URL_DYNAMODB: 'localhost:8000' }, needsUrl],
  [{ AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-west-1.amazonaws.com' }, namesAws],
  [{ AWS_ENDPOINT_URL_DYNAMODB: 'https://dynamodb.eu-west-1.api.aws' }, namesAws],
])('%j is no setting', (settings, line) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);

  expect(readEnvironment).toThrow(expect.objectContaining({ message: line, exitCode: exitCodes.usage }));
});
