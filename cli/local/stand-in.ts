import type { KeyObject } from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { p256 } from '@noble/curves/nist.js';
import * as v from 'valibot';
import { CommandError } from '../command-error.ts';
import { isAborted } from './connection.ts';
import type { LocalEncryptionKey, LocalKey } from './kept-key.ts';
import { encryptionKeyAlias, evidenceKeyAlias } from './kept-key.ts';
import { createLocalServer, listenEverywhere, listenOnLoopback } from './loopback.ts';

/** A refusal by an AWS service; the name is its error code. */
export class Refusal extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
  }
}

/** A stand-in for AWS services on this machine. */
export interface StandIn {
  readonly endpoint: string;
  readonly stop: () => void;
}

/** A service of AWS's JSON protocol 1.1. */
export interface JsonService {
  /** What X-Amz-Target names before the call. */
  readonly target: string;
  /** The error code for a call that cannot be read. */
  readonly unreadable: string;
  /** Gets a call's name and its body. @throws Refusal to refuse the call */
  readonly answer: (name: string, body: string) => Promise<object>;
}

/** A port that a variable sets. */
interface AskedPort {
  readonly variable: string;
  readonly port: number;
}

const listen = async (server: Server, asked: AskedPort | undefined): Promise<number> => {
  if (asked === undefined) return listenOnLoopback(server);
  try {
    return await listenEverywhere(server, asked.port);
  } catch {
    throw new CommandError(`Port ${asked.port} cannot be used. Set another ${asked.variable}.`, 'usage');
  }
};

const unknownCall = new Refusal('UnknownOperationException', 'There is no such call here.');

/**
 * Serves the services on one port. The server answers for no others, so what is opened for one opens nothing of another.
 *
 * @param asked on all interfaces, so that containers reach it; if absent, any free port of the loopback interface
 */
export const startStandIn = async (services: readonly JsonService[], asked?: AskedPort): Promise<StandIn> => {
  const server = createLocalServer(async (request, response) => {
    const end = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(content));
    };
    const [target, name = ''] = String(request.headers['x-amz-target']).split('.');
    const service = services.find((one) => one.target === target);
    try {
      if (service === undefined) throw unknownCall;
      end(200, await service.answer(name, await text(request)));
    } catch (error) {
      if (isAborted(request)) return;
      if (error instanceof Refusal) end(400, { __type: error.name, message: error.message });
      else end(400, { __type: service?.unreadable, message: 'The request cannot be read.' });
    }
  });
  const endpoint = `http://127.0.0.1:${await listen(server, asked)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};

const Entry = v.object({
  Source: v.string(),
  DetailType: v.string(),
  Detail: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
});

const Entries = v.pipe(v.string(), v.parseJson(), v.object({ Entries: v.pipe(v.array(Entry), v.maxLength(10)) }));

/** An event as EventBridge delivers it to targets. */
export interface BusEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** In seconds, as EventBridge writes it. */
const formatNow = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

const toBusEvent = ({ Source, DetailType, Detail }: v.InferOutput<typeof Entry>): BusEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': DetailType,
  source: Source,
  account: '000000000000',
  time: formatNow(),
  region: 'local',
  resources: [],
  detail: Detail,
});

/**
 * EventBridge with one bus and one target.
 *
 * @param deliver gets the events in put order; the bus does not wait for it
 */
export const openEventBridge = (deliver: (event: BusEvent) => void): JsonService => ({
  target: 'AWSEvents',
  unreadable: 'ValidationException',
  answer: async (name, body) => {
    if (name !== 'PutEvents') throw unknownCall;
    const events = v.parse(Entries, body).Entries.map(toBusEvent);
    for (const event of events) deliver(event);
    return { FailedEntryCount: 0, Entries: events.map(({ id }) => ({ EventId: id })) };
  },
});

const SecretRequest = v.pipe(v.string(), v.parseJson(), v.looseObject({ SecretId: v.string() }));

/**
 * Secrets Manager with the calls that read and rotate its secrets.
 *
 * @param secrets name -> value, the first version of each
 * @param rotate creates and publishes the version with that id; the call that asks for a rotation is answered afterwards
 */
export const openSecretsManager = (
  secrets: ReadonlyMap<string, string>,
  rotate?: (versionId: string) => Promise<void>,
): JsonService => {
  const kept = new Map([...secrets].map(([name, value]) => [name, newVersions(value)]));
  let isRotating = false;
  const rotateSecret = async (): Promise<object> => {
    if (rotate === undefined) throw new Refusal('InvalidRequestException', 'Nothing rotates this secret.');
    if (isRotating) throw new Refusal('InvalidRequestException', 'A previous rotation is not complete.');
    isRotating = true;
    try {
      const VersionId = randomUUID();
      await rotate(VersionId);
      return { VersionId };
    } finally {
      isRotating = false;
    }
  };
  return {
    target: 'secretsmanager',
    unreadable: 'InvalidRequestException',
    answer: async (name, body) => {
      const call = name === 'RotateSecret' ? rotateSecret : secretCalls[name];
      if (call === undefined) throw unknownCall;
      const { SecretId, ...request } = v.parse(SecretRequest, body);
      const versions = kept.get(SecretId);
      if (versions === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such secret.');
      return { Name: SecretId, ARN: SecretId, ...(await call(versions, request)) };
    },
  };
};

interface Version {
  readonly value: string;
  readonly stages: Set<string>;
}

/** The versions of a secret by id. A stage belongs to one version at most. */
type Versions = Map<string, Version>;

const current = 'AWSCURRENT';

/** The versions of a secret with a single value. */
const newVersions = (value: string): Versions => new Map([[randomUUID(), { value, stages: new Set([current]) }]]);

const findHolder = (versions: Versions, stage: string): string | undefined =>
  [...versions.keys()].find((id) => versions.get(id)?.stages.has(stage));

/** Moves AWSPREVIOUS to the version that the current stage leaves. */
const moveStage = (versions: Versions, stage: string, to: string | undefined): void => {
  const from = findHolder(versions, stage);
  if (from === to) return;
  if (from !== undefined) versions.get(from)?.stages.delete(stage);
  if (to !== undefined) versions.get(to)?.stages.add(stage);
  if (stage === current) moveStage(versions, 'AWSPREVIOUS', from);
};

const mustFind = (versions: Versions, id: string | undefined): Version => {
  const version = id === undefined ? undefined : versions.get(id);
  if (version === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such version.');
  return version;
};

const Reading = v.object({ VersionId: v.optional(v.string()), VersionStage: v.optional(v.string()) });

const getSecretValue = (versions: Versions, request: unknown) => {
  const { VersionId, VersionStage = VersionId === undefined ? current : undefined } = v.parse(Reading, request);
  const id = VersionId ?? findHolder(versions, VersionStage ?? current);
  const { value, stages } = mustFind(versions, id);
  if (VersionStage !== undefined && !stages.has(VersionStage)) mustFind(versions, undefined);
  return { VersionId: id, VersionStages: [...stages], SecretString: value };
};

const PuttingSecret = v.object({
  ClientRequestToken: v.string(),
  SecretString: v.string(),
  VersionStages: v.optional(v.array(v.string()), [current]),
});

const putSecretValue = (versions: Versions, request: unknown) => {
  const { ClientRequestToken: id, SecretString: value, VersionStages } = v.parse(PuttingSecret, request);
  const existing = versions.get(id);
  if (existing !== undefined && existing.value !== value) {
    throw new Refusal('ResourceExistsException', 'The version has another value.');
  }
  if (existing === undefined) {
    versions.set(id, { value, stages: new Set() });
    for (const stage of VersionStages) moveStage(versions, stage, id);
  }
  return { VersionId: id, VersionStages: [...mustFind(versions, id).stages] };
};

const describeSecret = (versions: Versions) => {
  const staged = [...versions].filter(([, { stages }]) => stages.size > 0);
  return { VersionIdsToStages: Object.fromEntries(staged.map(([id, { stages }]) => [id, [...stages]])) };
};

const Moving = v.object({
  VersionStage: v.string(),
  MoveToVersionId: v.optional(v.string()),
  RemoveFromVersionId: v.optional(v.string()),
});

const updateSecretVersionStage = (versions: Versions, request: unknown) => {
  const { VersionStage: stage, MoveToVersionId: to, RemoveFromVersionId: from } = v.parse(Moving, request);
  const holder = findHolder(versions, stage);
  if (to !== undefined) mustFind(versions, to);
  if ((from !== undefined || holder !== to) && from !== holder) {
    throw new Refusal('InvalidParameterException', 'The stage is that of another version.');
  }
  if (to === undefined && stage === current) {
    throw new Refusal('InvalidParameterException', 'One version is always the current one.');
  }
  moveStage(versions, stage, to);
  return {};
};

/** The supported calls. */
const secretCalls: Readonly<Record<string, (versions: Versions, request: unknown) => object>> = {
  GetSecretValue: getSecretValue,
  PutSecretValue: putSecretValue,
  DescribeSecret: describeSecret,
  UpdateSecretVersionStage: updateSecretVersionStage,
};

const signatureAlgorithm = 'ECDSA_SHA_256';
const digestBytes = 32;

const KeyRequest = v.pipe(v.string(), v.parseJson(), v.looseObject({ KeyId: v.optional(v.string()) }));

const Signing = v.object({
  Message: v.pipe(v.string(), v.base64()),
  MessageType: v.string(),
  SigningAlgorithm: v.string(),
});

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const getPublicKey = (privateKey: KeyObject) => ({
  PublicKey: toBase64(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })),
  KeySpec: 'ECC_NIST_P256',
  KeyUsage: 'SIGN_VERIFY',
  SigningAlgorithms: [signatureAlgorithm],
});

/** As in KMS, either of the two valid signatures may result. Node cannot sign digests. */
const sign = (privateKey: KeyObject, request: unknown) => {
  const { Message, MessageType, SigningAlgorithm } = v.parse(Signing, request);
  const digest = Buffer.from(Message, 'base64');
  if (MessageType !== 'DIGEST' || SigningAlgorithm !== signatureAlgorithm || digest.length !== digestBytes) {
    throw new Refusal('ValidationException', `Only digests are signed here, by ${signatureAlgorithm}.`);
  }
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const signature = p256.sign(digest, secret, { prehash: false, lowS: false, format: 'der', extraEntropy: true });
  return { Signature: toBase64(signature), SigningAlgorithm };
};

type KeyCalls = Readonly<Record<string, (request: unknown) => object>>;

const describeKey = (Arn: string) => ({ KeyMetadata: { KeyId: Arn, Arn, KeyState: 'Enabled' } });

/** The calls on the signing key. */
const listSigningCalls = ({ arn, privateKey }: LocalKey): KeyCalls => {
  const key = createPrivateKey(privateKey);
  return {
    DescribeKey: () => describeKey(arn),
    GetPublicKey: () => getPublicKey(key),
    Sign: (request) => sign(key, request),
  };
};

/** The calls on the encryption key. */
const listEncryptionCalls = (key: LocalEncryptionKey): KeyCalls => ({
  DescribeKey: () => describeKey(key.arn),
  Encrypt: (request) => encrypt(key, request),
  Decrypt: (request) => decrypt(key, request),
});

/** KMS: signs with one key, whose public half it gives out, and encrypts with another. */
export const openKms = (evidenceKey: LocalKey, encryptionKey: LocalEncryptionKey): JsonService => {
  const keys = [
    { arn: evidenceKey.arn, alias: evidenceKeyAlias, calls: listSigningCalls(evidenceKey) },
    { arn: encryptionKey.arn, alias: encryptionKeyAlias, calls: listEncryptionCalls(encryptionKey) },
  ];
  return {
    target: 'TrentService',
    unreadable: 'ValidationException',
    answer: async (name, body) => {
      if (!keys.some(({ calls }) => Object.hasOwn(calls, name))) throw unknownCall;
      const request = v.parse(KeyRequest, body);
      // A ciphertext names its key, so Decrypt may leave the key out.
      const id = request.KeyId ?? (name === 'Decrypt' ? encryptionKey.arn : undefined);
      const key = keys.find(({ arn, alias }) => id === arn || id === alias);
      if (key === undefined) throw new Refusal('NotFoundException', 'There is no such key.');
      const call = key.calls[name];
      if (call === undefined) throw new Refusal('InvalidKeyUsageException', `The key is not for ${name}.`);
      return { KeyId: key.arn, ...call(request) };
    },
  };
};

const encryptionAlgorithm = 'SYMMETRIC_DEFAULT';
const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The most bytes that KMS encrypts at once. */
const longestPlaintext = 4_096;

const Context = v.optional(v.record(v.string(), v.string()), {});
const Bytes = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text): Buffer => Buffer.from(text, 'base64')),
);

const Encryption = v.object({
  Plaintext: v.pipe(
    Bytes,
    v.check(({ length }) => length > 0 && length <= longestPlaintext),
  ),
  EncryptionContext: Context,
});

const Decryption = v.object({ CiphertextBlob: Bytes, EncryptionContext: Context });

/** The authenticated data: the key's name and the context, in a fixed order. */
const toAssociatedData = (arn: string, context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify([arn, ...Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1))]));

/** The key's name in front of the ciphertext, in this stand-in's own form. */
const toHeader = (arn: string): Buffer => Buffer.from(`${arn}\n`);

/** Encrypts as AWS KMS does: the ciphertext names its key, and opens only with the same context. */
const encrypt = ({ arn, secret }: LocalEncryptionKey, request: unknown) => {
  const { Plaintext, EncryptionContext } = v.parse(Encryption, request);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, Buffer.from(secret, 'base64'), iv, { authTagLength: tagBytes });
  cipher.setAAD(toAssociatedData(arn, EncryptionContext));
  const text = Buffer.concat([cipher.update(Plaintext), cipher.final()]);
  const CiphertextBlob = Buffer.concat([toHeader(arn), iv, cipher.getAuthTag(), text]).toString('base64');
  return { KeyId: arn, CiphertextBlob, EncryptionAlgorithm: encryptionAlgorithm };
};

const open = (
  { arn, secret }: LocalEncryptionKey,
  sealed: Buffer,
  context: Readonly<Record<string, string>>,
): Buffer => {
  const decipher = createDecipheriv(cipherName, Buffer.from(secret, 'base64'), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(toAssociatedData(arn, context));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]);
};

/** @throws Refusal InvalidCiphertextException for another key, a damaged ciphertext, or another context */
const decrypt = (key: LocalEncryptionKey, request: unknown) => {
  const { CiphertextBlob, EncryptionContext } = v.parse(Decryption, request);
  const header = toHeader(key.arn);
  try {
    if (!CiphertextBlob.subarray(0, header.length).equals(header)) throw new Error('It names another key.');
    const Plaintext = open(key, CiphertextBlob.subarray(header.length), EncryptionContext).toString('base64');
    return { KeyId: key.arn, Plaintext, EncryptionAlgorithm: encryptionAlgorithm };
  } catch {
    throw new Refusal('InvalidCiphertextException', 'The ciphertext does not open with this key and this context.');
  }
};
