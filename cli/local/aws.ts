import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { CommandError } from '../errors.ts';
import { isAborted } from './connection.ts';
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

/** What a service answers to a call that it does not have. */
export const unknownCall = new Refusal('UnknownOperationException', 'There is no such call here.');

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
  const rotateSecret = async (): Promise<object> => {
    if (rotate === undefined) throw new Refusal('InvalidRequestException', 'Nothing rotates this secret.');
    const VersionId = randomUUID();
    await rotate(VersionId);
    return { VersionId };
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

const getSecretValue = (versions: Versions, request: unknown) => {
  const { VersionId = findHolder(versions, current) } = v.parse(
    v.object({ VersionId: v.optional(v.string()) }),
    request,
  );
  const version = versions.get(VersionId ?? '');
  if (version === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such version.');
  return { VersionId, VersionStages: [...version.stages], SecretString: version.value };
};

const PuttingSecret = v.object({
  ClientRequestToken: v.string(),
  SecretString: v.string(),
  VersionStages: v.array(v.string()),
});

const putSecretValue = (versions: Versions, request: unknown) => {
  const { ClientRequestToken: id, SecretString: value, VersionStages } = v.parse(PuttingSecret, request);
  const existing = versions.get(id);
  if (existing !== undefined && existing.value !== value)
    throw new Refusal('ResourceExistsException', 'The version has another value.');
  if (existing === undefined) {
    versions.set(id, { value, stages: new Set() });
    for (const stage of VersionStages) moveStage(versions, stage, id);
  }
  return { VersionId: id };
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
  if ((from !== undefined || holder !== to) && from !== holder)
    throw new Refusal('InvalidParameterException', 'The stage is that of another version.');
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
