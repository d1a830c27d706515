import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { Refusal } from '../../cli/local/stand-in.ts';
import { signedRegion } from './aws.ts';

/** What DescribeSecret tells; times are in seconds since 1970. */
interface SecretDescription {
  readonly RotationEnabled?: boolean;
  readonly LastRotatedDate?: number;
  readonly DeletedDate?: number;
  readonly VersionIdsToStages?: Readonly<Record<string, readonly string[]>>;
}

/** By the id of the secret and its region, such as `SigningKey in eu-west-1`; an error where nothing is told of it. */
export type Secrets = Map<string, SecretDescription | Error>;

const missing = new Refusal('ResourceNotFoundException', 'There is no such secret.');

const Call = v.object({ SecretId: v.string() });

/** Stands in for Secrets Manager of all regions where nothing but DescribeSecret is called. */
export const startSecretDescriptions = async () => {
  const secrets: Secrets = new Map();
  const server = createServer(async (request, response) => {
    const { SecretId } = v.parse(Call, await json(request));
    const found = secrets.get(`${SecretId} in ${signedRegion(request.headers.authorization)}`) ?? missing;
    const isRefused = found instanceof Error;
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(isRefused ? { __type: found.name, message: found.message } : found));
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, secrets };
};
