import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { StandIn } from './aws-json.ts';
import { Refusal, serveAwsJson } from './aws-json.ts';
import { newVersions, secretCalls } from './secret-versions.ts';

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
