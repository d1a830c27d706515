import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Item, Key } from '../store/client.ts';

/** Binaries are base64 there. Only a value of DynamoDB has a text under `B`: an attribute of that name has an object. */
const reviveBinary = (name: string, value: unknown): unknown => {
  if (name === 'B' && typeof value === 'string') return Buffer.from(value, 'base64');
  if (name === 'BS' && Array.isArray(value)) return value.map((text) => Buffer.from(String(text), 'base64'));
  return value;
};

const Keyed = v.object({ PK: v.string(), SK: v.string() });

/**
 * The item of a line of DynamoDB's export to S3 in the format DYNAMODB_JSON, as the document client would read it: an object with the
 * member `Item`, in DynamoDB's own JSON (developer guide, "DynamoDB table export output format").
 *
 * @throws SyntaxError when it is no such line
 */
export const parseDynamoLine = (line: string): Item & Key => {
  const { Item } = JSON.parse(line, reviveBinary) as { Item: Record<string, AttributeValue> };
  try {
    const item = unmarshall(Item);
    return { ...item, ...v.parse(Keyed, item) };
  } catch (cause) {
    throw new SyntaxError('It is no item.', { cause });
  }
};
