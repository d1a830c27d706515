import pMap from 'p-map';
import * as v from 'valibot';
import { toChunks } from '../../chunks.ts';
import { identifierPattern } from '../../identifier.ts';
import { listProjects } from '../../identity/project.ts';
import { limits } from '../../limits.ts';
import type { Item, Table } from '../../store/client.ts';
import { batchGet } from '../../store/get.ts';
import { erasuresKeyOf, keyOf } from '../../store/keys.ts';
import { findLastingKey, takeLastingKey } from '../../store/lasting-key.ts';
import { queryPages } from '../../store/query.ts';
import type { Put, Update } from '../../store/write.ts';
import { isNew, transact } from '../../store/write.ts';
import { time } from '../consent.ts';
import { readList } from '../list-reader.ts';
import { projectList } from '../listing.ts';
import { extents } from './stored-request.ts';

export const Extent = v.picklist(extents);
export type Extent = v.InferOutput<typeof Extent>;

/** A consent that was erased or is about to be. */
export interface Erasure {
  readonly consentId: string;
  readonly time: Date;
  readonly extent: Extent;
}

const Stored = v.object({ consentId: v.string(), time, extent: Extent });

const parseErasure = (item: Item | undefined): Erasure => v.parse(Stored, item);

/** Whether an erasure removes more than the listed one. */
export const widens = ({ extent }: Erasure, listed: Erasure): boolean =>
  extent === 'everything' && listed.extent === 'evidence';

/** The entry in the list. Its key says all of it: where it is there already, writing it changes nothing. */
const putInList = (accountId: string, { consentId, time, extent }: Erasure): Put => ({
  put: { ...erasuresKeyOf.erasure(accountId, time, consentId, extent), consentId, time: time.toISOString(), extent },
  condition: 'attribute_not_exists(PK) OR consentId = :consentId',
  values: { ':consentId': consentId },
});

/**
 * The writes that list an erasure. The one of the consent itself comes first.
 *
 * @param listed how the consent is listed already
 */
const listOne = (accountId: string, erasure: Erasure, listed: Erasure | undefined): readonly [Put | Update, Put] => {
  const { consentId, time, extent } = erasure;
  const key = erasuresKeyOf.latest(accountId, consentId);
  const entry = putInList(accountId, erasure);
  if (listed === undefined) return [{ put: { ...key, consentId, time: time.toISOString(), extent }, ...isNew }, entry];
  const update: Update = {
    update: key,
    expression: 'SET #time = :time, extent = :extent',
    condition: 'extent = :listed',
    names: { '#time': 'time' },
    values: { ':time': time.toISOString(), ':extent': extent, ':listed': listed.extent },
  };
  return [update, entry];
};

const writesOfOne = 2;
const mostInOne = limits.transactionItems / writesOfOne;
const chunksAtOnce = 4;

const planChunk = async (erasures: Table, accountId: string, planned: readonly Erasure[]): Promise<void> => {
  const listed = new Map<string, Erasure>();
  let missing = planned;
  while (missing.length > 0) {
    const actions = missing.flatMap((erasure) => listOne(accountId, erasure, listed.get(erasure.consentId)));
    const refusals = await transact(erasures, actions);
    if (refusals === undefined) return;
    for (const [i, { consentId }] of missing.entries()) {
      const refusal = refusals[i * writesOfOne];
      if (refusal !== undefined) listed.set(consentId, parseErasure(refusal.existing));
    }
    missing = missing.filter((erasure) => {
      const earlier = listed.get(erasure.consentId);
      return earlier === undefined || widens(erasure, earlier);
    });
  }
};

const widest = (one: Erasure, other: Erasure): Erasure => (widens(other, one) ? other : one);

/** Keeps each consent once. */
const unite = (planned: readonly Erasure[]): Erasure[] => {
  const byId = new Map<string, Erasure>();
  for (const erasure of planned) {
    const { consentId } = erasure;
    byId.set(consentId, widest(byId.get(consentId) ?? erasure, erasure));
  }
  return [...byId.values()];
};

/**
 * Lists erasures before any of the consents is erased. A consent that is listed already keeps its time. If it is now
 * erased with everything, and was not before, it is listed again.
 *
 * @throws Problem store.unavailable
 */
export const planErasures = async (erasures: Table, accountId: string, planned: readonly Erasure[]): Promise<void> => {
  const each = unite(planned);
  await pMap(toChunks(each, mostInOne), (chunk) => planChunk(erasures, accountId, chunk), {
    concurrency: chunksAtOnce,
  });
};

interface ListOptions {
  readonly order?: 'newest-first' | 'oldest-first';
  /** Erasures in a page. Default: as many as one answer holds. */
  readonly pageSize?: number;
}

/**
 * The erasures of an account page by page, newest first. A consent appears twice if its evidence was kept at first and
 * everything was erased later.
 */
export async function* listErasures(
  erasures: Table,
  accountId: string,
  { order = 'newest-first', pageSize }: ListOptions = {},
): AsyncGenerator<readonly Erasure[]> {
  const pages = queryPages(erasures, erasuresKeyOf.erasures(accountId), {
    order: order === 'oldest-first' ? 'ascending' : 'descending',
    ...(pageSize !== undefined && { limit: pageSize }),
  });
  for await (const items of pages) yield items.map(parseErasure);
}

/** How each of the consents is listed. Consents that are not listed are left out. */
export const findErasures = async (
  erasures: Table,
  accountId: string,
  consentIds: readonly string[],
): Promise<Erasure[]> => {
  const keys = consentIds.map((id) => erasuresKeyOf.latest(accountId, id));
  const items = await batchGet(erasures, keys, { consistent: true });
  return items.filter((item) => item !== undefined).map(parseErasure);
};

/** The key of the digests that remain of erased consents, 32 bytes. Undefined before the first erasure. */
export const findErasureKey = (erasures: Table): Promise<Buffer | undefined> =>
  findLastingKey(erasures, erasuresKeyOf.erasureKey());

/** The same key. Creates it if there is none. */
export const takeErasureKey = (erasures: Table, now: Date): Promise<Buffer> =>
  takeLastingKey(erasures, erasuresKeyOf.erasureKey(), now);

const Erased = v.object({ eraseTime: v.optional(v.string()) });

const isDone = ({ extent }: Erasure, consent: Item | undefined): boolean =>
  consent === undefined || (extent === 'evidence' && v.parse(Erased, consent).eraseTime !== undefined);

/**
 * The listed erasures that the table does not show, because it was restored to an earlier moment or because the command
 * broke off. It reads nothing else of the consents.
 *
 * @throws Problem store.unavailable
 */
export const findUndone = async (table: Table, accountId: string, listed: readonly Erasure[]): Promise<Erasure[]> => {
  const ids = [...new Set(listed.map(({ consentId }) => consentId))];
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const found = await batchGet(table, keys, {
    consistent: true,
    projection: { ProjectionExpression: 'PK,SK,eraseTime' },
  });
  const consents = new Map(ids.map((id, i) => [id, found[i]]));
  return listed.filter((erasure) => !isDone(erasure, consents.get(erasure.consentId)));
};

/** An erasure as a line of JSON in a file: whose, what, when and to which extent. */
export interface ListedErasure {
  readonly accountId: string;
  readonly consentId: string;
  readonly time: string;
  readonly extent: Erasure['extent'];
}

const id = v.pipe(v.string(), v.regex(identifierPattern));

const Line = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    accountId: id,
    consentId: id,
    time: v.pipe(v.string(), v.isoTimestamp()),
    extent: Extent,
  }),
);

export const toListed = (accountId: string, { consentId, time, extent }: Erasure): ListedErasure => ({
  accountId,
  consentId,
  time: time.toISOString(),
  extent,
});

/** The erasure of a line, with its account. Undefined if the line is not one. */
export const parseErasureLine = (
  line: string,
): { readonly accountId: string; readonly erasure: Erasure } | undefined => {
  const { success, output } = v.safeParse(Line, line);
  if (!success) return undefined;
  const { accountId, consentId, time, extent } = output;
  return { accountId, erasure: { consentId, time: new Date(time), extent } };
};

/**
 * The erased consents of a table whose evidence was kept, page by page, from its lists of projects. It does not read
 * the erasures table. Of consents that were erased with everything, nothing is left to find.
 */
export async function* readErasedOf(table: Table, accountId: string): AsyncGenerator<readonly Erasure[]> {
  for (const { uid } of await listProjects(table, accountId)) {
    const pages = readList(table, projectList(accountId, uid), { order: 'oldest-first' });
    for await (const { entries } of pages) {
      yield entries.flatMap(({ id, eraseTime }) =>
        eraseTime === undefined ? [] : [{ consentId: id, time: eraseTime, extent: 'evidence' as const }],
      );
    }
  }
}
