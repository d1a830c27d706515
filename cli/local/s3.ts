import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { StandIn } from './aws.ts';
import { createLocalServer, listenOnLoopback } from './loopback.ts';

/** The settings of the stand-in. */
export interface S3Options {
  readonly bucket: string;
  /** The folder for objects, such as `anchors` in DATA_DIR; without one they end with the process. */
  readonly folder?: string | undefined;
}

/**
 * A stand-in for S3 with one bucket that keeps every version: what anchors of a log need. It has no Object Lock. Set the endpoint in
 * `AWS_ENDPOINT_URL_S3` and the bucket in `ANCHOR_BUCKET`. The SDK then needs no other option: for an IP address it puts the
 * bucket into the path.
 */
export const startS3 = async ({ bucket, folder }: S3Options): Promise<StandIn> => {
  const store = { folder, objects: folder === undefined ? new Map() : await readObjects(folder) };
  const server = createLocalServer(async (request, response) => {
    const answering = readCall(request).then((call) =>
      call.bucket === bucket ? answer(store, call) : refuse(404, 'NoSuchBucket'),
    );
    const { status, content } = await answering.catch(() => refuse(500, 'InternalError'));
    response.writeHead(status).end(content);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};

/** A call on the bucket; without a key it is about the bucket itself. */
interface Call {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  /** Whether it writes only what is not there. */
  readonly isFirst: boolean;
  readonly body: Uint8Array;
}

const readCall = async (request: IncomingMessage): Promise<Call> => {
  const { method = '', headers } = request;
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
  const isFirst = headers['if-none-match'] === '*';
  return { method, bucket, key: rest.join('/'), query, isFirst, body: await buffer(request) };
};

interface Answer {
  readonly status: number;
  readonly content?: string | Uint8Array;
}

const refuse = (status: number, code: string): Answer => ({ status, content: toDocument('Error', { Code: code }) });

const keyForm = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

const answer = async (store: Store, { method, key, query, isFirst, body }: Call): Promise<Answer> => {
  if (method === 'GET' && key === '') return { status: 200, content: listVersions(store, query) };
  // A key is the path of a folder too.
  if (!keyForm.test(key)) return refuse(400, 'InvalidArgument');
  const versions = store.objects.get(key) ?? [];
  if (method === 'PUT') {
    if (isFirst && versions[0]?.body !== undefined) return refuse(412, 'PreconditionFailed');
    await add(store, key, body);
    return { status: 200 };
  }
  if (method === 'GET') {
    const id = query.get('versionId');
    const version = id === null ? versions[0] : versions.find((one) => one.id === id);
    return version?.body === undefined ? refuse(404, 'NoSuchKey') : { status: 200, content: version.body };
  }
  if (method !== 'DELETE' || query.has('versionId')) return refuse(405, 'MethodNotAllowed');
  await add(store, key, undefined);
  return { status: 204 };
};

/** One version of an object; a deletion, which hides those before it, has no body. */
interface Version {
  /** The time of writing, and a counter of the process: versions sort by their ids. */
  readonly id: string;
  readonly body: Uint8Array | undefined;
}

/** Every version of each object, the newest first: in memory, and in files for their owner only if there is a folder. */
interface Store {
  readonly folder: string | undefined;
  readonly objects: Map<string, readonly Version[]>;
}

/** What the file of a deletion ends with. */
const deletion = '.deleted';

let count = 0;

const add = async ({ folder, objects }: Store, key: string, body: Uint8Array | undefined): Promise<void> => {
  count += 1;
  const id = `${new Date().toISOString().replaceAll(/\D/g, '')}-${String(count).padStart(9, '0')}`;
  objects.set(key, [{ id, body }, ...(objects.get(key) ?? [])]);
  if (folder === undefined) return;
  await mkdir(join(folder, key), { recursive: true, mode: 0o700 });
  const file = join(folder, key, body === undefined ? `${id}${deletion}` : id);
  await writeFile(file, body ?? '', { flag: 'wx', mode: 0o600 });
};

const readObjects = async (folder: string): Promise<Store['objects']> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const objects: Store['objects'] = new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) {
    const [key, name] = [relative(folder, dirname(file)), relative(dirname(file), file)];
    const body = name.endsWith(deletion) ? undefined : await readFile(file);
    objects.set(key, [{ id: name.replace(deletion, ''), body }, ...(objects.get(key) ?? [])]);
  }
  return objects;
};

const timeOf = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3}).*$/, '$1-$2-$3T$4:$5:$6.$7Z');

const toXml = (elements: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(elements)
    .map(([name, content]) => `<${name}>${content}</${name}>`)
    .join('');

const toDocument = (root: string, elements: Parameters<typeof toXml>[0], rest = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${toXml(elements)}${rest}</${root}>`;

/** Answers ListObjectVersions: by key, the newest version first, at most 1,000. The markers name the last entry. */
const listVersions = ({ objects }: Store, query: URLSearchParams): string => {
  const [prefix = '', marker = '', idMarker] = ['prefix', 'key-marker', 'version-id-marker'].map(
    (name) => query.get(name) ?? undefined,
  );
  const entries = [...objects.keys()]
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => (objects.get(key) ?? []).map((version, i) => ({ key, ...version, isLatest: i === 0 })))
    .filter(({ key, id }) => key > marker || (key === marker && idMarker !== undefined && id < idMarker));
  const page = entries.slice(0, Math.min(Number(query.get('max-keys') ?? 1_000), 1_000));
  const listed = page.map(({ key, id, body, isLatest }) => {
    const elements = { Key: key, VersionId: id, IsLatest: isLatest, LastModified: timeOf(id) };
    return body === undefined
      ? `<DeleteMarker>${toXml(elements)}</DeleteMarker>`
      : `<Version>${toXml({ ...elements, Size: body.length })}</Version>`;
  });
  const last = page.at(-1);
  const next = { NextKeyMarker: last?.key ?? '', NextVersionIdMarker: last?.id ?? '' };
  const isTruncated = entries.length > page.length;
  return toDocument('ListVersionsResult', { IsTruncated: isTruncated, ...(isTruncated && next) }, listed.join(''));
};
