import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Item } from './client.ts';

/** A value of DynamoDB in JSON. */
type JsonValue = Readonly<Record<string, unknown>>;

const Base64 = v.pipe(v.string(), v.base64());

const toBytes = (text: unknown): Buffer => Buffer.from(v.parse(Base64, text), 'base64');

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
  Object.fromEntries(
    Object.entries(members as Record<string, JsonValue>).map(([name, member]) => [name, fromJson(member)]),
  );

/** An item from DynamoDB's own JSON, as the document client would read it. @throws Error when it is none */
export const fromDynamoJson = (members: unknown): Item => unmarshall(fromMembers(members));
