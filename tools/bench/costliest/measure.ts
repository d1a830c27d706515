import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { OperationName } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import type { Table } from '../../../shared/store/client.ts';
import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { encoders } from '../../../test/support/encode.ts';
import type { startMeter } from '../../../test/support/meter.ts';
import { send } from '../capacity/calls.ts';
import type { Ground } from './ground.ts';
import { dense, ownKeys } from './ground.ts';

/** A request that is costly for what it sends. */
interface CostlyRequest {
  readonly operation: OperationName;
  readonly name: string;
  readonly parameters: Parameters;
  readonly idempotencyKey?: string;
}

const knownKeys = ['email', 'phone', 'mobile_phone', 'tax_code', 'first_name', 'last_name'];

/** An own key whose value is blank: nobody is found by it, so that it has no lookup. More of them are refused. */
const unfindable = ['k'];
const labelled = () => ({ label: dense(limits.valueCharacters), value: dense(limits.valueCharacters) });
const onlyLabelled = () => ({ label: dense(limits.valueCharacters), value: '' });

const fromKeys = (keys: readonly string[], make: () => unknown) => Object.fromEntries(keys.map((key) => [key, make()]));

const searchesOf = ({ longProject, pids, largest }: Ground): CostlyRequest[] => {
  const search = (name: string, parameters: Parameters): CostlyRequest => ({
    operation: 'searchConsents',
    name,
    parameters,
  });
  const page = (email: string) => ({ userData: { email }, perPage: 50 });
  const long = { projectUid: longProject, userData: '' };
  return [
    search('a page that fills an answer', page('dense')),
    search('a page that fills an answer, of proofs that compress well', page('quotes')),
    search('a page that fills an answer, of proofs that other consents keep', {
      ...page('kept'),
      consentInformationPid: pids[1],
    }),
    search('proofs that other consents keep, all revoked with proofs of 16 KB: refused', {
      ...page('kept, revoked'),
      consentInformationPid: pids[1],
    }),
    search('a page that fills an answer, of long proofs of revocations', page('long revocation')),
    search('a page that no answer holds: refused', page('too much')),
    search('the largest consent by id, its proofs kept elsewhere', { id: largest.at(-1), userData: '' }),
    search('a long list, counted for the first time', long),
    search('a page of one language, which one entry in a thousand has', { ...long, lang: 'ita', perPage: 50 }),
    search('fifty own keys that many share, counted for the first time', { userData: ownKeys }),
    search('fifty own keys that many share, later', { userData: ownKeys }),
  ];
};

const changesOf = ({ project, pids, largest: [id, other] }: Ground): CostlyRequest[] => {
  const subject = { projectUid: project, consentInformationPid: pids, proof: { a: '1' } };
  const small = { ...subject, userData: fromKeys(knownKeys, () => 'a') };
  const large = { ...subject, userData: { ...fromKeys(knownKeys, labelled), ...fromKeys(unfindable, onlyLabelled) } };
  const change = (operation: OperationName, name: string, parameters: Parameters, key?: string): CostlyRequest => ({
    operation,
    name,
    parameters,
    ...(key !== undefined && { idempotencyKey: key }),
  });
  const add = { ...small, consentInformationPid: pids.slice(0, 99) };
  const key = randomUUID();
  const revocation = { id, proof: { a: '1' } };
  const otherRevocation = { id: other, proof: { a: '1' } };
  return [
    change('addConsent', 'a hundred notices, six short values', small),
    change('addConsent', '99 notices, six short values, Idempotency-Key', add, key),
    change('addConsent', '99 notices, six short values, the same Idempotency-Key again', add, key),
    change('addConsent', 'a hundred notices, as much userData as a transaction holds', large),
    change('revokeConsent', 'the largest consent', revocation),
    change('revokeConsent', 'the largest consent again', revocation),
    change('revokeConsent', 'the largest consent, Idempotency-Key', otherRevocation, randomUUID()),
    change('revokeConsent', 'the largest consent again, another Idempotency-Key', otherRevocation, randomUUID()),
  ];
};

const noticesOf = ({ pids, largePids }: Ground): CostlyRequest[] => {
  const get = (name: string, pid: readonly number[]): CostlyRequest => ({
    operation: 'getNotices',
    name,
    parameters: { pid },
  });
  return [
    get('a hundred notices, first read', pids),
    get('a hundred notices', pids),
    get('13 large notices, first read', largePids.slice(0, 13)),
    get('13 others, first read', largePids.slice(13)),
    get('13 large notices, whose place others have taken', largePids.slice(0, 13)),
    get('26 large notices: refused', largePids),
  ];
};

/** All that are tried, in the order in which they are sent. */
const costlyRequests = (ground: Ground): CostlyRequest[] => [
  ...searchesOf(ground),
  ...changesOf(ground),
  ...noticesOf(ground),
];

/** What a request took. */
export interface Cost extends Pick<CostlyRequest, 'operation' | 'name'>, Units {
  readonly status: number;
  /** Of the request's body, and of the answer's. */
  readonly sentBytes: number;
  readonly answerBytes: number;
  /** Read units that the account's budget was charged. */
  readonly counted: number;
}

/** Read units that searches of the account were charged, in all minutes. */
const readCounted = async (table: Table, { accountId }: Ground): Promise<number> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :reads',
      ExpressionAttributeValues: { ':reads': `ACCOUNT#${accountId}#READS` },
      ConsistentRead: true,
    }),
  );
  return Items.reduce((sum, { readUnits }) => sum + Number(readUnits), 0);
};

type Meter = Awaited<ReturnType<typeof startMeter>>;

/** Sends all costly requests, one after the other, and measures each. @throws Error when one could not be finished */
export const measureCostliest = async (meter: Meter, table: Table, ground: Ground): Promise<Cost[]> => {
  const costs: Cost[] = [];
  for (const { operation, name, parameters, idempotencyKey } of costlyRequests(ground)) {
    const encoded = encoders.json(parameters);
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const before = await readCounted(table, ground);
    const { result, calls } = await meter(() => send(operation, encoded, { token: ground.token, headers }));
    if (result.statusCode >= 500) throw new Error(`${name} was not finished: the machine is too busy.`);
    const counted = (await readCounted(table, ground)) - before;
    const answerBytes = Buffer.byteLength(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
    const sentBytes = encoded.body.length;
    costs.push({ operation, name, status: result.statusCode, sentBytes, answerBytes, counted, ...addUnits(calls) });
  }
  return costs;
};
