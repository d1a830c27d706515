/** A setup file: notes each call to DynamoDB that a function or a command makes, with its keys and attributes, until the test file ends. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from 'vitest';
import type { RecordedAccess } from './access-record.ts';
import { findActor } from './actor.ts';
import { keepNotes } from './run-record.ts';
import type { CallInput } from './table-call.ts';
import { toActions } from './table-call.ts';

const seen = new Map<string, RecordedAccess>();

/** Keys of one form, so that a call that is made a thousand times is kept once; as long as before, for patterns that count. */
const blur = (partition: string): string =>
  partition.replace(/[0-9a-f]{32}|[\w-]{43}|(?<=#USERDATA#)[\w-]{22}/g, (identifier) => '0'.repeat(identifier.length));

interface Sent {
  readonly constructor: { readonly name: string };
  readonly input: CallInput;
}

const note = (client: unknown, { constructor: { name }, input }: Sent): void => {
  const actor = findActor();
  if (actor === undefined || !(client instanceof DynamoDBDocumentClient)) return;
  for (const { partitions, ...rest } of toActions(name, input)) {
    const access = { actor, ...rest, partitions: [...new Set(partitions.map(blur))].sort() };
    seen.set(JSON.stringify(access), access);
  }
};

/** What all clients of the SDK inherit. */
const everyClient: { send: (this: unknown, ...args: unknown[]) => unknown } = Object.getPrototypeOf(
  DynamoDBDocumentClient.prototype,
);
const { send } = everyClient;
everyClient.send = function (...args) {
  note(this, args[0] as Sent);
  return Reflect.apply(send, this, args);
};
afterAll(() => {
  everyClient.send = send;
});

afterAll(() => keepNotes('access', [...seen.values()]));
