import { createHash } from 'node:crypto';
import type { ObjectStore, StoredVersion } from './object-store.ts';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const element = (name: string, content: string | number | boolean): string =>
  `<${name}>${escapeXml(String(content))}</${name}>`;

const wrap = (name: string, ...parts: readonly string[]): string => `<${name}>${parts.join('')}</${name}>`;

const toDocument = (root: string, ...parts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${wrap(root, ...parts)}`;

export const errorDocument = (code: string, message: string): string =>
  toDocument('Error', element('Code', code), element('Message', message));

/** The MD5 of the body, as S3 tags an object stored in one piece. */
export const entityTag = (body: Uint8Array): string => `"${createHash('md5').update(body).digest('hex')}"`;

/** One page of a list: at most `size` entries after the marker, and whether more follow. */
const takePage = <Entry>(entries: readonly Entry[], query: URLSearchParams) => {
  const size = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
  return { page: entries.slice(0, size), isTruncated: entries.length > size };
};

const keysOf = (store: ObjectStore, query: URLSearchParams): readonly string[] =>
  store.keys().filter((key) => key.startsWith(query.get('prefix') ?? ''));

const describeBody = (body: Uint8Array): string[] => [element('ETag', entityTag(body)), element('Size', body.length)];

/** Answers ListObjectsV2. The continuation token is the last key. */
export const listObjects = (store: ObjectStore, query: URLSearchParams): string => {
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
export const listVersions = (store: ObjectStore, query: URLSearchParams): string => {
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
