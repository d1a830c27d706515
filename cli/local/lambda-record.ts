import type { _Record } from '@aws-sdk/client-dynamodb-streams';

/** Bytes become base64, times become seconds. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
};

/** A stream record as Lambda passes it to a function, in JSON. */
export const toLambdaRecord = (record: _Record, eventSourceARN: string): object => ({
  ...(toJson(record) as object),
  eventSource: 'aws:dynamodb',
  eventSourceARN,
});
