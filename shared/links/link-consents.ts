import * as v from 'valibot';
import { ConsentEnds, linkedAttributes } from '../consents/consent.ts';
import { valueIndexes } from '../consents/indexes.ts';
import { pageEntries } from '../consents/lists.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { Lang } from '../schema/vocabulary.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed, readPages } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { LinkFacts } from './link.ts';

/** Whose consents: those with the value of a link, to one notice or to all. */
export type LinkScope = Pick<LinkFacts, 'accountId' | 'key' | 'digest' | 'pid'>;

/** A consent as an index lists it. */
const ListedConsent = v.object({ SK: v.string(), pid: v.number(), lang: Lang });
export type ListedConsent = v.InferOutput<typeof ListedConsent>;

/** A page of a list, which may be empty. @property damaged ids of what cannot be read, of any notice. @property read entries of all */
interface LinkedPage {
  readonly listed: readonly ListedConsent[];
  readonly damaged: readonly string[];
  readonly read: number;
}

/** The consents with the value of a link, newest first, as its index lists them. */
export async function* listLinked(
  table: Table,
  { accountId, key, digest, pid }: LinkScope,
): AsyncGenerator<LinkedPage> {
  const list = { partition: digest, index: valueIndexes[key], accountId };
  const how = { order: 'descending', isEventual: true, pageSize: pageEntries } as const;
  for await (const { items } of readPages(table, { ...list, ...how })) {
    const listed: ListedConsent[] = [];
    const damaged: string[] = [];
    for (const item of items) {
      const { success, output } = v.safeParse(ListedConsent, item);
      if (!success) damaged.push(String(item.SK));
      else if (pid === undefined || pid === output.pid) listed.push(output);
    }
    yield { listed, damaged, read: items.length };
  }
}

/** A consent and what was read of its item. */
export interface LinkedConsent extends ConsentEnds {
  readonly item: Item;
}

/** What is read of consents by default: nothing of their person, and no proof. */
const shown = project(['PK', 'SK', ...linkedAttributes]);

/** Reads those of the consents that exist, as they are now. One that is damaged hides no other. @returns them by id, and the ids of the damaged */
export const readLinked = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  projection = shown,
): Promise<{ readonly consents: ReadonlyMap<string, LinkedConsent>; readonly damaged: readonly string[] }> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, projection);
  const consents = new Map<string, LinkedConsent>();
  const damaged: string[] = [];
  for (const item of items) {
    if (item === undefined) continue;
    const { success, output, issues } = v.safeParse(ConsentEnds, item);
    if (success) consents.set(output.id, { ...output, item });
    else {
      logger.error('service.fault', describeFault(new v.ValiError(issues)));
      damaged.push(String(item.SK));
    }
  }
  return { consents, damaged };
};
