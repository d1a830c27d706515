import * as v from 'valibot';
import { linkedAttributes, time } from '../consents/consent.ts';
import { valueIndexes } from '../consents/indexes.ts';
import type { Entry } from '../consents/lists.ts';
import { readList } from '../consents/lists.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Item, Projection, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { LinkFacts } from './link.ts';

/** Whose consents: those with the value of a link, to one notice or to all. */
export type LinkScope = Pick<LinkFacts, 'accountId' | 'key' | 'digest' | 'pid'>;

/** The consents with the value of a link, newest first, as its index lists them. A page may be empty. */
export async function* listLinked(
  table: Table,
  { key, digest, pid }: LinkScope,
): AsyncGenerator<{ readonly read: number; readonly entries: readonly Entry[] }> {
  for await (const { entries } of readList(table, { partition: digest, index: valueIndexes[key] })) {
    const wanted = pid === undefined ? entries : entries.filter(({ facets }) => facets.pid === pid);
    yield { read: entries.length, entries: wanted };
  }
}

const LinkedConsent = v.pipe(
  v.object({
    SK: v.string(),
    versionId: v.string(),
    time,
    revokeTime: v.optional(time),
    eraseTime: v.optional(time),
  }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);

/** What decides the state of a consent, and nothing of its person. */
export type LinkedConsent = v.InferOutput<typeof LinkedConsent>;

/** A consent and what was read of its item. */
export interface ReadLinked extends LinkedConsent {
  readonly item: Item;
}

/** What is read of consents by default: nothing of their person, and no proof. */
const shown = project(['PK', 'SK', ...linkedAttributes]);

/** Consents by id, as they are now. @property damaged why others, which exist, cannot be read */
export interface ReadConsents {
  readonly consents: ReadonlyMap<string, ReadLinked>;
  readonly damaged: readonly Error[];
}

/** Reads those of the consents that exist. One that is damaged hides no other. */
export const readWithDamaged = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  projection: Projection,
): Promise<ReadConsents> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, projection);
  const consents = new Map<string, ReadLinked>();
  const damaged: Error[] = [];
  for (const item of items) {
    if (item === undefined) continue;
    const { success, output, issues } = v.safeParse(LinkedConsent, item);
    if (success) consents.set(output.id, { ...output, item });
    else damaged.push(new v.ValiError(issues));
  }
  return { consents, damaged };
};

/** Those of the consents that exist, as they are now, by id. @throws ValiError if one is damaged */
export const readLinked = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  projection: Projection = shown,
): Promise<ReadonlyMap<string, ReadLinked>> => {
  const { consents, damaged } = await readWithDamaged(table, accountId, ids, projection);
  if (damaged[0] !== undefined) throw damaged[0];
  return consents;
};
