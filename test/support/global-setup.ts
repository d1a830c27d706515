import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../cli/errors.ts';
import { openSecretsManager, startStandIn } from '../../cli/local/aws.ts';
import { startEngine } from '../../cli/local/dynamodb.ts';
import { anchorBucket, setFunctionEnvironment } from '../../cli/local/environment.ts';
import {
  createEncryptionKey,
  createLocalKey,
  encryptionKeyAlias,
  evidenceKeyAlias,
  openKms,
} from '../../cli/local/kms.ts';
import { startOutbox } from '../../cli/local/outbox.ts';
import { startS3 } from '../../cli/local/s3.ts';
import { loadLinkSecret } from '../../cli/local/stored-keys.ts';
import { createKeyPair } from '../../shared/identity/keys/signing-key.ts';
import { startBuilder } from './make/built.ts';

/** Ends the run with one sentence if there is no engine, or one that does not fit. */
const startOwnEngine = () =>
  startEngine().catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });

/**
 * One engine, or the one that `AWS_ENDPOINT_URL_DYNAMODB` names, and one signing key for the whole run; workers inherit the environment.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'consent-register-run-'));
  process.env.TEST_FOLDER = folder;
  // Workers, and the many programs that tests run, take what another process has compiled before.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  // Tests set the clock, the engine's answers name the real time. The SDK takes that for a wrong clock, and repeats a refused
  // write whose answer names another second than the one before.
  process.env.AWS_DISABLE_CLOCK_SKEW_CORRECTION = 'true';
  const builder = await startBuilder();
  const theirs = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (theirs !== undefined) process.env.TEST_ENGINE = 'other';
  const engine = theirs === undefined ? await startOwnEngine() : { endpoint: theirs, stop: async () => {} };
  const { secret, verificationKey } = createKeyPair(new Date());
  const { endpoint, stop } = await startStandIn([
    openSecretsManager(
      new Map([
        ['signing-key', secret],
        ['links', await loadLinkSecret(undefined)],
      ]),
    ),
    openKms(createLocalKey(), createEncryptionKey()),
  ]);
  const s3 = await startS3({ bucket: anchorBucket });
  const outbox = await startOutbox();
  setFunctionEnvironment({
    tableName: 'set-by-each-test-file',
    logTableName: 'set-by-each-test-file-log',
    dynamoDb: { endpoint: engine.endpoint, isOurs: theirs === undefined },
    secretsManager: endpoint,
    signingKeySecret: 'signing-key',
    links: { secret: 'links', baseUrl: 'https://consents.shop.example' },
    kms: endpoint,
    s3: s3.endpoint,
    evidenceKey: { id: evidenceKeyAlias, stage: 'test' },
    encryptionKey: encryptionKeyAlias,
    mail: { endpoint: outbox.endpoint, baseUrl: 'https://consents.shop.example' },
  });
  process.env.TEST_VERIFICATION_KEY = JSON.stringify(verificationKey);
  return async () => {
    builder.stop();
    stop();
    s3.stop();
    outbox.stop();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  };
};
