/** A setup file: notes each call to the store that a function makes, with its keys and attributes, until the test file ends. */
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll } from 'vitest';
import type { RecordedAccess } from './access-record.ts';
import { keepRecord } from './access-record.ts';
import { findActor } from './actor.ts';
import type { CallInput } from './table-call.ts';
import { toActions } from './table-call.ts';

const seen = new Map<string, RecordedAccess>();

/** Keys of one form, so that a call that is made a thousand times is kept once; as long as before, for patterns that count. */
const blur = (partition: string): string =>
  partition.replace(/[0-9a-f]{32}|[\w-]{43}|(?<=#USERDATA#)[\w-]{22}/g, (identifier) => '0'.repeat(identifier.length));

const note = (command: string, input: CallInput): void => {
  const actor = findActor();
  if (actor === undefined) return;
  for (const { partitions, ...rest } of toActions(command, input)) {
    const access = { actor, ...rest, partitions: [...new Set(partitions.map(blur))].sort() };
    seen.set(JSON.stringify(access), access);
  }
};

const { prototype } = DynamoDBDocumentClient;
const { send } = prototype;
prototype.send = function (this: DynamoDBDocumentClient, ...args: unknown[]) {
  const [command] = args as [{ constructor: { name: string }; input: CallInput }];
  note(command.constructor.name, command.input);
  return Reflect.apply(send, this, args);
} as typeof send;
afterAll(() => {
  prototype.send = send;
});

afterAll(() => keepRecord([...seen.values()]));
