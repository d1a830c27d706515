import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startStandIn } from '../../../cli/local/aws.ts';
import {
  createEncryptionKey,
  createLocalKey,
  encryptionKeyAlias,
  evidenceKeyAlias,
  openKms,
} from '../../../cli/local/kms.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { startStandIns } from '../../../cli/local/service.ts';
import { storeKeyPair } from '../../../cli/local/stored-keys.ts';
import { createKeyPair } from '../../../shared/identity/keys/signing-key.ts';
import { newFolder } from '../../support/make/machine.ts';

const encryptionKey = createEncryptionKey();
const { endpoint } = await startStandIn([openKms(createLocalKey(), encryptionKey)]);
const client = new KMSClient({ endpoint });

const Plaintext = Buffer.from('a key of thirty-two bytes, to seal');
const EncryptionContext = { stage: 'test', purpose: 'log' };

const seal = () => client.send(new EncryptCommand({ KeyId: encryptionKeyAlias, Plaintext, EncryptionContext }));

test('what was sealed opens with its context in any order, also without the name of the key', async () => {
  const { CiphertextBlob, KeyId } = await seal();

  expect(KeyId).toBe(encryptionKey.arn);
  expect(Buffer.from(CiphertextBlob ?? []).includes(Plaintext)).toBe(false);
  for (const named of [encryptionKeyAlias, encryptionKey.arn, undefined]) {
    const opened = await client.send(
      new DecryptCommand({ KeyId: named, CiphertextBlob, EncryptionContext: { purpose: 'log', stage: 'test' } }),
    );
    expect(Buffer.from(opened.Plaintext ?? [])).toEqual(Plaintext);
  }
});

test('two ciphertexts of one text differ', async () => {
  const [one, other] = [await seal(), await seal()];

  expect(one.CiphertextBlob).not.toEqual(other.CiphertextBlob);
});

test.each([
  ['another purpose', { stage: 'test', purpose: 'events' }],
  ['one member less', { stage: 'test' }],
  ['none', undefined],
])('another context opens nothing: %s', async (_what, other) => {
  const { CiphertextBlob } = await seal();

  await expect(client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: other }))).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
});

test('a ciphertext with a changed byte, and one of another key, opens nothing', async () => {
  const blob = Buffer.from((await seal()).CiphertextBlob ?? []);
  const stranger = await startStandIn([openKms(createLocalKey(), createEncryptionKey())]);
  const strange = await new KMSClient({ endpoint: stranger.endpoint }).send(
    new EncryptCommand({ KeyId: encryptionKeyAlias, Plaintext, EncryptionContext }),
  );
  stranger.stop();
  const damaged = Buffer.from(blob);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);

  for (const CiphertextBlob of [damaged, strange.CiphertextBlob, blob.subarray(0, 20)]) {
    await expect(client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  }
});

test('the key that encrypts signs nothing, and the one that signs encrypts nothing', async () => {
  const sign = new SignCommand({
    KeyId: encryptionKeyAlias,
    Message: Buffer.alloc(32),
    MessageType: 'DIGEST',
    SigningAlgorithm: 'ECDSA_SHA_256',
  });

  await expect(client.send(sign)).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
  await expect(client.send(new EncryptCommand({ KeyId: evidenceKeyAlias, Plaintext }))).rejects.toMatchObject({
    name: 'InvalidKeyUsageException',
  });
});

test('a caller who ends in the middle of a call keeps nobody else from calling', async () => {
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  onTestFinished(() => {
    process.off('unhandledRejection', rejected);
  });
  const { hostname, port } = new URL(endpoint);
  const caller = connect(Number(port), hostname);
  await once(caller, 'connect');
  caller.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"half');
  await vi.waitFor(() => expect(caller.bytesWritten).toBeGreaterThan(0));
  caller.resetAndDestroy();
  await once(caller, 'close');

  expect((await seal()).KeyId).toBe(encryptionKey.arn);
  expect(rejected).not.toHaveBeenCalled();
});

test('a port that is opened for one service answers for no other', async () => {
  const KMS_PORT = await findFreePort();
  const { secretsManager, kms } = await startStandIns(
    { KMS_PORT },
    undefined,
    new Map([['signing-key', 'secret']]),
    undefined,
  );
  const read = (endpoint: string) =>
    new SecretsManagerClient({ endpoint }).send(new GetSecretValueCommand({ SecretId: 'signing-key' }));

  expect(kms).toBe(`http://127.0.0.1:${KMS_PORT}`);
  expect(await read(secretsManager)).toMatchObject({ SecretString: 'secret' });
  await expect(read(kms)).rejects.toMatchObject({ name: 'UnknownOperationException' });
  for (const endpoint of [secretsManager, kms]) {
    const KeyId = encryptionKeyAlias;
    const sealed = new KMSClient({ endpoint }).send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }));
    expect(await sealed).toMatchObject({ CiphertextBlob: expect.any(Uint8Array) });
  }
});

test('a new key is private although an interrupted rotation left a file that others can read', async () => {
  const folder = newFolder();
  await writeFile(join(folder, 'signing-key.json.new'), '', { mode: 0o644 });
  await storeKeyPair(folder, createKeyPair(new Date()));

  expect((await stat(join(folder, 'signing-key.json'))).mode & 0o777).toBe(0o600);
});
