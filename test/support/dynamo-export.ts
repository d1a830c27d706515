import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';

/** DynamoDB's own JSON of a value, as it is in an export: binaries in base64, no white space. */
const toJson = (item: Record<string, AttributeValue>): string =>
  JSON.stringify({ Item: item }, (_name, value) =>
    value instanceof Uint8Array || (value?.type === 'Buffer' && Array.isArray(value.data))
      ? Buffer.from(value instanceof Uint8Array ? value : value.data).toString('base64')
      : value,
  );

const md5 = (bytes: Buffer): Buffer => createHash('md5').update(bytes).digest();

const exportId = '01693685827463-2d8752fd';

/** What is changed in an export that is not as DynamoDB writes it. */
interface Changes {
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly file?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a table into a folder as DynamoDB's export to S3 does (developer guide, "DynamoDB table export output format"): files of the items
 * of a partition each, one of them empty, and the manifests with their MD5.
 *
 * @returns the folder that has the manifests
 */
export const writeDynamoExport = async (
  tableName: string,
  folder: string,
  { summary = {}, file = {} }: Changes = {},
): Promise<string> => {
  const client = new DynamoDBClient();
  const parts: string[][] = [[], [], [], []];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    for (const item of Items) parts[md5(Buffer.from(item.PK?.S ?? '')).readUInt8(0) % 3]?.push(toJson(item));
  }
  const key = `AWSDynamoDB/${exportId}`;
  const place = join(folder, key);
  mkdirSync(join(place, 'data'), { recursive: true });
  writeFileSync(join(place, '_started'), '');
  const files = parts.map((lines, i) => {
    const bytes = gzipSync(lines.map((line) => `${line}\n`).join(''));
    const name = `${'abcd'[i]}${'k3v7xq2m'.repeat(3)}.json.gz`;
    writeFileSync(join(place, 'data', name), bytes);
    return {
      itemCount: lines.length,
      md5Checksum: md5(bytes).toString('base64'),
      etag: `${md5(md5(bytes)).toString('hex')}-1`,
      dataFileS3Key: `${key}/data/${name}`,
      ...file,
    };
  });
  const table = `arn:aws:dynamodb:us-east-1:123456789012:table/${tableName}`;
  const about = {
    version: '2020-06-30',
    exportArn: `${table}/export/${exportId}`,
    startTime: '2026-11-22T07:28:34.028Z',
    endTime: '2026-11-22T07:33:43.897Z',
    tableArn: table,
    tableId: '12345a12-abcd-123a-ab12-1234abc12345',
    exportTime: '2026-11-22T07:28:34.028Z',
    s3Bucket: 'exports',
    s3Prefix: null,
    s3SseAlgorithm: 'AES256',
    s3SseKmsKeyId: null,
    manifestFilesS3Key: `${key}/manifest-files.json`,
    billedSizeBytes: 0,
    itemCount: parts.flat().length,
    outputFormat: 'DYNAMODB_JSON',
    exportType: 'FULL_EXPORT',
    ...summary,
  };
  writeFileSync(join(place, 'manifest-files.json'), files.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  writeFileSync(join(place, 'manifest-summary.json'), JSON.stringify(about));
  return place;
};
