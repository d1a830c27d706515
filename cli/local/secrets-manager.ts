import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { StandIn } from './aws-json.ts';
import { Refusal, serveAwsJson } from './aws-json.ts';

/** @property port on all interfaces, so that containers reach it; if absent, any free port of the loopback interface */
interface Settings {
  readonly port?: number | undefined;
  /** Creates and publishes the version with that id; the call that asks for a rotation is answered afterwards. */
  readonly rotate?: (versionId: string) => Promise<void>;
}

const Request = v.pipe(v.string(), v.parseJson(), v.looseObject({ SecretId: v.string() }));

/**
 * A stand-in for AWS Secrets Manager: answers the calls that read and rotate its secrets.
 *
 * @param secrets name -> value, the first version of each
 */
export const startSecretsManager = async (
  secrets: ReadonlyMap<string, string>,
  { port, rotate }: Settings = {},
): Promise<StandIn> => {
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
  const answer = async (name: string, body: string): Promise<object> => {
    const call = name === 'RotateSecret' ? rotateSecret : secretCalls[name];
    if (call === undefined) throw new Refusal('UnknownOperationException', 'There is no such call here.');
    const request = v.parse(Request, body);
    const versions = kept.get(request.SecretId);
    if (versions === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such secret.');
    return { Name: request.SecretId, ARN: request.SecretId, ...(await call(versions, request)) };
  };
  const asked = { variable: 'SECRETS_MANAGER_PORT', port };
  return serveAwsJson(answer, { unreadable: 'InvalidRequestException', asked });
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

const Putting = v.object({
  ClientRequestToken: v.string(),
  SecretString: v.string(),
  VersionStages: v.optional(v.array(v.string()), [current]),
});

const putSecretValue = (versions: Versions, request: unknown) => {
  const { ClientRequestToken: id, SecretString: value, VersionStages } = v.parse(Putting, request);
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
