import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Item, Key } from '../../store/client.ts';

/**
 * Binaries are base64 in this format. Only a value of DynamoDB has a string under `B`: an attribute named `B` has an
 * object.
 */
const reviveBinary = (name: string, value: unknown): unknown => {
  if (name === 'B' && typeof value === 'string') return Buffer.from(value, 'base64');
  if (name === 'BS' && Array.isArray(value)) return value.map((text) => Buffer.from(String(text), 'base64'));
  return value;
};

const Keyed = v.object({ PK: v.string(), SK: v.string() });

/**
 * The item of a line of DynamoDB's export to S3 in the format DYNAMODB_JSON, as the document client would read it: an
 * object with the member `Item` (developer guide, "DynamoDB table export output format").
 *
 * @throws SyntaxError when it is not such a line
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
