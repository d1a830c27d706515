import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Item } from '../store/client.ts';

/** A value of DynamoDB in the JSON of Lambda. */
type JsonValue = Readonly<Record<string, unknown>>;

const Base64 = v.pipe(v.string(), v.base64());

const toBytes = (text: unknown): Buffer => Buffer.from(v.parse(Base64, text), 'base64');

const membersOf = (value: unknown): [string, JsonValue][] => Object.entries(value as Record<string, JsonValue>);

/** In JSON, bytes are base64 strings. */
const fromJson = (value: JsonValue): AttributeValue => {
  const { B, BS, L, M } = value;
  if (B !== undefined) return { B: toBytes(B) };
  if (BS !== undefined) return { BS: (BS as unknown[]).map(toBytes) };
  if (L !== undefined) return { L: (L as JsonValue[]).map(fromJson) };
  if (M !== undefined) return { M: fromMembers(M) };
  return value as unknown as AttributeValue;
};

const fromMembers = (members: unknown): Record<string, AttributeValue> =>
  Object.fromEntries(membersOf(members).map(([name, member]) => [name, fromJson(member)]));

/** An item before or after a change, in a record of the table's stream. */
export const Image = v.pipe(
  v.record(v.string(), v.record(v.string(), v.unknown())),
  v.transform((image): Item => unmarshall(fromMembers(image))),
);
