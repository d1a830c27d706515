import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { createEncryptionKey, createLocalKey } from '../../cli/local/kept-key.ts';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { openKms, startStandIn } from '../../cli/local/stand-in.ts';
import { signedRegion } from './aws.ts';

/** What KMS tells of a key, by its ARN: nothing of one that is gone. */
type KeyStates = Map<string, string>;

/** Stands in for KMS with keys in any state. One of them signs while it is enabled. */
export interface Kms {
  readonly endpoint: string;
  /** ARN of the key that signs. */
  readonly arn: string;
  readonly states: KeyStates;
  /** Calls that are refused for want of a right. */
  readonly denied: Set<string>;
  /** The calls that came, such as `Sign in eu-west-1`. */
  readonly calls: string[];
}

const Call = v.looseObject({ KeyId: v.string() });

/** What KMS says where the key is not enabled, and why, as the developer guide has it (Key states of AWS KMS keys). */
const refuseState = (state: string | undefined, arn: string) => {
  if (state === undefined) return { __type: 'NotFoundException', message: `Key '${arn}' does not exist` };
  if (state === 'Disabled') return { __type: 'DisabledException', message: `${arn} is disabled.` };
  return { __type: 'KMSInvalidStateException', message: `${arn} is pending deletion.` };
};

const decide = (
  { states, denied }: Kms,
  name: string,
  KeyId: string,
): { status: number; content: object } | undefined => {
  const state = states.get(KeyId);
  if (denied.has(name)) return { status: 400, content: { __type: 'AccessDeniedException', message: 'by the test' } };
  if (name === 'DescribeKey' && state !== undefined) {
    return { status: 200, content: { KeyMetadata: { KeyId, Arn: KeyId, KeyState: state } } };
  }
  return state === 'Enabled' ? undefined : { status: 400, content: refuseState(state, KeyId) };
};

export const startKeys = async (): Promise<Kms> => {
  const key = { ...createLocalKey(), arn: 'arn:aws:kms:eu-west-1:123456789012:key/1a2b3c4d-signs' };
  const behind = await startStandIn([openKms(key, createEncryptionKey())]);
  const server = createServer(async (request, response) => {
    const [, name = ''] = String(request.headers['x-amz-target']).split('.');
    const body = await json(request);
    kms.calls.push(`${name} in ${signedRegion(request.headers.authorization)}`);
    const decided = decide(kms, name, v.parse(Call, body).KeyId);
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    if (decided !== undefined) {
      response.writeHead(decided.status, headers).end(JSON.stringify(decided.content));
      return;
    }
    const signed = await fetch(behind.endpoint, {
      method: 'POST',
      headers: { ...headers, 'x-amz-target': `TrentService.${name}` },
      body: JSON.stringify(body),
    });
    response.writeHead(signed.status, headers).end(await signed.text());
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  const kms: Kms = { endpoint, arn: key.arn, states: new Map([[key.arn, 'Enabled']]), denied: new Set(), calls: [] };
  return kms;
};
