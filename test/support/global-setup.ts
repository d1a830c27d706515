import { join } from 'node:path';
import { startEngine } from '../../cli/local/engine.ts';
import { anchorBucket, setFunctionEnvironment } from '../../cli/local/environment.ts';
import { createLocalKey, encryptionKeyAlias, evidenceKeyAlias, startKms } from '../../cli/local/kms.ts';
import { startS3 } from '../../cli/local/s3.ts';
import { startSecretsManager } from '../../cli/local/secrets-manager.ts';
import { createKeyPair } from '../../shared/identity/keys/key-pair.ts';
import { startBuilder } from './built.ts';

/** One engine and one signing key for the whole run, whichever project comes first; workers inherit the environment. */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env.TEST_VERIFICATION_KEY !== undefined) return async () => {};
  // Workers, and the many programs that tests run, take what another process has compiled before.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  // Tests set the clock, the engine's answers name the real time. The SDK takes that for a wrong clock, and repeats a refused
  // write whose answer names another second than the one before.
  process.env.AWS_DISABLE_CLOCK_SKEW_CORRECTION = 'true';
  const builder = await startBuilder();
  const javaOptions = process.env.JDK_JAVA_OPTIONS;
  process.env.JDK_JAVA_OPTIONS ??= '-XX:+UseSerialGC';
  const engine = await startEngine();
  // Engines of single tests live for seconds: what the compiler would gain later is less than it takes.
  process.env.JDK_JAVA_OPTIONS = javaOptions ?? '-XX:+UseSerialGC -XX:TieredStopAtLevel=1';
  const { secret, verificationKey } = createKeyPair(new Date());
  const secretsManager = await startSecretsManager(new Map([['signing-key', secret]]));
  const evidenceKey = createLocalKey();
  const kms = await startKms(evidenceKey);
  const s3 = await startS3({ bucket: anchorBucket });
  setFunctionEnvironment({
    tableName: 'set-by-each-test-file',
    logTableName: 'set-by-each-test-file-log',
    dynamoDb: { endpoint: engine.endpoint, isOurs: true },
    secretsManager: secretsManager.endpoint,
    signingKeySecret: 'signing-key',
    kms: kms.endpoint,
    s3: s3.endpoint,
    evidenceKey: { id: evidenceKeyAlias, stage: 'test' },
    encryptionKey: encryptionKeyAlias,
  });
  process.env.TEST_VERIFICATION_KEY = JSON.stringify(verificationKey);
  return async () => {
    builder.stop();
    secretsManager.stop();
    kms.stop();
    s3.stop();
    await engine.stop();
  };
};
