import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { createLocalServer, listenOnLoopback } from './loopback.ts';
import type { StandIn } from './stand-in.ts';

const readCall = async (request: IncomingMessage, bucket: string): Promise<Call> => {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const [, asked, ...rest] = pathname.split('/').map(decodeURIComponent);
  if (asked !== bucket) throw new S3Refusal(404, 'NoSuchBucket', 'There is no such bucket.');
  const { method = '', headers } = request;
  return { method, headers, query, key: rest.join('/'), body: await buffer(request) };
};

/** The settings of the stand-in. */
export interface S3Options {
  readonly bucket: string;
  /** The folder for objects, such as `anchors` in DATA_DIR; without one they end with the process. */
  readonly folder?: string | undefined;
  /** How long Object Lock keeps each version after it was written. */
  readonly retentionDays?: number;
  readonly now?: () => Date;
}

/**
 * A stand-in for S3 with one bucket that has versions, and Object Lock in governance mode with a default retention. Set the endpoint in
 * `AWS_ENDPOINT_URL_S3` and the bucket in `ANCHOR_BUCKET`. The SDK then needs no other option: for an IP address it puts the
 * bucket into the path.
 */
export const startS3 = async ({
  bucket,
  folder,
  retentionDays = 3_653,
  now = () => new Date(),
}: S3Options): Promise<StandIn> => {
  const store = await openObjectStore({ folder, retentionDays, now });
  const server = createLocalServer(async (request, response) => {
    const { status, headers, content } = await readCall(request, bucket)
      .then((call) => answerCall(store, now(), call))
      .catch((error: unknown): Answer => {
        const { status, code, message } =
          error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', 'The call failed.');
        return { status, headers: { 'content-type': 'application/xml' }, content: errorDocument(code, message) };
      });
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : content);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};

/** An answer to a call. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: string | Uint8Array;
}

/** A refusal by S3. */
class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A call on the bucket; without a key it is about the bucket itself. */
interface Call {
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
const answerCall = async (store: ObjectStore, now: Date, call: Call): Promise<Answer> => {
  if (call.key === '' && call.method === 'GET') return list(store, call);
  if (!keyForm.test(call.key))
    throw new S3Refusal(400, 'InvalidArgument', 'Keys are of letters, digits, ".", "-", "_" and "/" here.');
  if (call.method === 'PUT') return put(store, call);
  if (call.method === 'GET' || call.method === 'HEAD') return get(store, call);
  if (call.method === 'DELETE') return remove(store, now, call);
  throw new S3Refusal(405, 'MethodNotAllowed', 'There is no such call here.');
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const element = (name: string, content: string | number | boolean): string =>
  `<${name}>${escapeXml(String(content))}</${name}>`;

const wrap = (name: string, ...parts: readonly string[]): string => `<${name}>${parts.join('')}</${name}>`;

const toDocument = (root: string, ...parts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${wrap(root, ...parts)}`;

const errorDocument = (code: string, message: string): string =>
  toDocument('Error', element('Code', code), element('Message', message));

/** The MD5 of the body, as S3 tags an object stored in one piece. */
const entityTag = (body: Uint8Array): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** One page of a list: at most `size` entries after the marker, and whether more follow. */
const takePage = <Entry>(entries: readonly Entry[], query: URLSearchParams) => {
  const size = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
  return { page: entries.slice(0, size), isTruncated: entries.length > size };
};

const keysOf = (store: ObjectStore, query: URLSearchParams): readonly string[] =>
  store.keys().filter((key) => key.startsWith(query.get('prefix') ?? ''));

const describeBody = (body: Uint8Array): string[] => [element('ETag', entityTag(body)), element('Size', body.length)];

/** Answers ListObjectsV2. The continuation token is the last key. */
const listObjects = (store: ObjectStore, query: URLSearchParams): string => {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const objects = keysOf(store, query)
    .filter((key) => key > after)
    .flatMap((key) => {
      const [newest] = store.versions(key);
      return newest?.body === undefined ? [] : [{ key, at: newest.at, body: newest.body }];
    });
  const { page, isTruncated } = takePage(objects, query);
  return toDocument(
    'ListBucketResult',
    element('IsTruncated', isTruncated),
    element('KeyCount', page.length),
    ...(isTruncated ? [element('NextContinuationToken', page.at(-1)?.key ?? '')] : []),
    ...page.map(({ key, at, body }) =>
      wrap('Contents', element('Key', key), element('LastModified', at.toISOString()), ...describeBody(body)),
    ),
  );
};

interface ListedVersion extends StoredVersion {
  readonly key: string;
  readonly isLatest: boolean;
}

const describeVersion = ({ key, id, at, body, isLatest }: ListedVersion): string =>
  wrap(
    body === undefined ? 'DeleteMarker' : 'Version',
    element('Key', key),
    element('VersionId', id),
    element('IsLatest', isLatest),
    element('LastModified', at.toISOString()),
    ...(body === undefined ? [] : describeBody(body)),
  );

/** Answers ListObjectVersions: by key, newest version first. The markers name the last entry. */
const listVersions = (store: ObjectStore, query: URLSearchParams): string => {
  const all = keysOf(store, query).flatMap((key) =>
    store.versions(key).map((version, i) => ({ ...version, key, isLatest: i === 0 })),
  );
  const [marker, idMarker] = [query.get('key-marker') ?? '', query.get('version-id-marker')];
  const isAfter = ({ key, id }: ListedVersion): boolean =>
    key > marker || (key === marker && idMarker !== null && id < idMarker);
  const { page, isTruncated } = takePage(all.filter(isAfter), query);
  const last = page.at(-1);
  const next = [element('NextKeyMarker', last?.key ?? ''), element('NextVersionIdMarker', last?.id ?? '')];
  return toDocument(
    'ListVersionsResult',
    element('IsTruncated', isTruncated),
    ...(isTruncated ? next : []),
    ...page.map(describeVersion),
  );
};

/** One version of an object; a deletion has no body. */
interface StoredVersion {
  readonly id: string;
  readonly body: Uint8Array | undefined;
  readonly at: Date;
}

/** A version as stored in its file: without a body it is a deletion. */
const deletion = '.deleted';

/** Versions sort by their ids: the time of writing, and a counter of the process. */
const newId = (now: Date, count: number): string =>
  `${now.toISOString().replaceAll(/\D/g, '')}-${String(count).padStart(9, '0')}`;

/** The content of a versioned bucket, newest version first for each key: in memory, and in files for their owner only if there is a folder. */
interface ObjectStore {
  readonly keys: () => readonly string[];
  readonly versions: (key: string) => readonly StoredVersion[];
  readonly add: (key: string, body: Uint8Array | undefined) => Promise<StoredVersion>;
  readonly remove: (key: string, id: string) => Promise<void>;
  /** Until when the version cannot be removed. */
  readonly lockedUntil: (version: StoredVersion) => Date;
}

type Objects = Map<string, StoredVersion[]>;

const fileOf = (folder: string, key: string, { id, body }: StoredVersion): string =>
  join(folder, key, body === undefined ? `${id}${deletion}` : id);

const readObjects = async (folder: string): Promise<Objects> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const objects: Objects = new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort().reverse()) {
    const key = dirname(file).slice(folder.length + 1);
    const name = file.slice(folder.length + 1 + key.length + 1);
    const isDeletion = name.endsWith(deletion);
    const version = {
      id: isDeletion ? name.slice(0, -deletion.length) : name,
      body: isDeletion ? undefined : await readFile(file),
      at: (await stat(file)).mtime,
    };
    objects.set(key, [...(objects.get(key) ?? []), version]);
  }
  return objects;
};

export interface StoreOptions {
  /** The folder for versions, `<key>/<version>`; without one they end with the process. */
  readonly folder: string | undefined;
  readonly retentionDays: number;
  readonly now: () => Date;
}

const openObjectStore = async ({ folder, retentionDays, now }: StoreOptions): Promise<ObjectStore> => {
  const objects: Objects = folder === undefined ? new Map() : await readObjects(folder);
  const versions = (key: string): readonly StoredVersion[] => objects.get(key) ?? [];
  let count = 0;
  return {
    versions,
    keys: () => [...objects.keys()].sort(),
    add: async (key, body) => {
      count += 1;
      const at = now();
      const version = { id: newId(at, count), body, at };
      objects.set(key, [version, ...versions(key)]);
      if (folder === undefined) return version;
      await mkdir(join(folder, key), { recursive: true, mode: 0o700 });
      const file = fileOf(folder, key, version);
      await writeFile(file, body ?? '', { flag: 'wx', mode: 0o600 });
      await utimes(file, at, at);
      return version;
    },
    remove: async (key, id) => {
      const version = versions(key).find((one) => one.id === id);
      const left = versions(key).filter((one) => one.id !== id);
      if (left.length > 0) objects.set(key, left);
      else objects.delete(key);
      if (folder !== undefined && version !== undefined) await rm(fileOf(folder, key, version));
    },
    lockedUntil: ({ at }) => new Date(at.getTime() + retentionDays * dayMilliseconds),
  };
};
