import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import type { ObjectStore, StoredVersion } from './object-store.ts';
import { entityTag, listObjects, listVersions } from './s3-answers.ts';

/** An answer to a call. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

/** A refusal by S3. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A call on the bucket; without a key it is about the bucket itself. */
export interface Call {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

const keyForm = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

const checksumHeader = 'x-amz-checksum-crc32';

const toChecksum = (body: Uint8Array): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
};

const checkBody = ({ headers, body }: Call): void => {
  const told = headers[checksumHeader];
  if (told === undefined)
    throw new S3Refusal(400, 'InvalidRequest', `A bucket with Object Lock needs ${checksumHeader}.`);
  if (told !== toChecksum(body))
    throw new S3Refusal(400, 'BadDigest', `The body does not have that ${checksumHeader}.`);
};

const put = async (store: ObjectStore, call: Call): Promise<Answer> => {
  checkBody(call);
  const isThere = store.versions(call.key)[0]?.body !== undefined;
  if (call.headers['if-none-match'] === '*' && isThere)
    throw new S3Refusal(412, 'PreconditionFailed', 'The object is there.');
  const { id } = await store.add(call.key, call.body);
  return { status: 200, headers: { etag: entityTag(call.body), 'x-amz-version-id': id } };
};

const find = (store: ObjectStore, { key, query }: Call): StoredVersion => {
  const versions = store.versions(key);
  const id = query.get('versionId');
  const version = id === null ? versions[0] : versions.find((one) => one.id === id);
  if (version === undefined && id !== null) throw new S3Refusal(404, 'NoSuchVersion', 'There is no such version.');
  if (version?.body === undefined) throw new S3Refusal(404, 'NoSuchKey', 'There is no such object.');
  return version;
};

const get = async (store: ObjectStore, call: Call): Promise<Answer> => {
  const version = find(store, call);
  const body = version.body ?? new Uint8Array();
  const headers = {
    'content-type': 'binary/octet-stream',
    'content-length': String(body.length),
    etag: entityTag(body),
    'last-modified': version.at.toUTCString(),
    'x-amz-version-id': version.id,
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': store.lockedUntil(version).toISOString(),
    [checksumHeader]: toChecksum(body),
  };
  return call.method === 'HEAD' ? { status: 200, headers } : { status: 200, headers, content: body };
};

/** Without a version, a delete only hides the object; deleting a locked version needs the right to bypass governance. */
const remove = async (store: ObjectStore, now: Date, { key, query, headers }: Call): Promise<Answer> => {
  const id = query.get('versionId');
  if (id === null) {
    const marker = await store.add(key, undefined);
    return { status: 204, headers: { 'x-amz-version-id': marker.id, 'x-amz-delete-marker': 'true' } };
  }
  const version = store.versions(key).find((one) => one.id === id);
  const mayPass = headers['x-amz-bypass-governance-retention'] === 'true';
  if (version?.body !== undefined && store.lockedUntil(version) > now && !mayPass)
    throw new S3Refusal(403, 'AccessDenied', 'Access Denied because object protected by object lock.');
  await store.remove(key, id);
  return { status: 204 };
};

const list = (store: ObjectStore, { query }: Call): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  content: query.has('versions') ? listVersions(store, query) : listObjects(store, query),
});

/** @throws S3Refusal for a call that S3 refuses */
export const answerCall = async (store: ObjectStore, now: Date, call: Call): Promise<Answer> => {
  if (call.key === '' && call.method === 'GET') return list(store, call);
  if (!keyForm.test(call.key))
    throw new S3Refusal(400, 'InvalidArgument', 'Keys are of letters, digits, ".", "-", "_" and "/" here.');
  if (call.method === 'PUT') return put(store, call);
  if (call.method === 'GET' || call.method === 'HEAD') return get(store, call);
  if (call.method === 'DELETE') return remove(store, now, call);
  throw new S3Refusal(405, 'MethodNotAllowed', 'There is no such call here.');
};
