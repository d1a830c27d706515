import type { StoredConsent } from '../consents/consent.ts';
import type { Account } from '../identity/account.ts';
import type { Lineage } from '../notices/lineage.ts';
import { coverVersions } from '../notices/lineage.ts';
import { batchGetNamed, textOfKey } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Holdings } from './holdings.ts';
import { keysOfNamed, toHoldings } from './holdings.ts';

/** Items that many consents share, so they are read once: texts of versions and projects. */
const shared: readonly string[] = ['text', 'project'];

/** The account of the consents, and what was already read. */
interface Reader {
  readonly account: Account;
  readonly lineage: Lineage;
  /** Texts and projects that were read, for the next consents. */
  readonly kept: Map<string, Item | undefined>;
}

/**
 * Reads the items that the consents name, in one round trip for a hundred consents.
 *
 * @returns a function that gives the item of a key
 */
const readWithin = async (table: Table, consents: readonly StoredConsent[], { account, kept }: Reader) => {
  const named = consents.flatMap((consent) => Object.entries(keysOfNamed(account.id, consent)));
  const missing = new Map<string, Key>(
    named.map(([, key]) => [textOfKey(key), key] as const).filter(([text]) => !kept.has(text)),
  );
  const items = await batchGetNamed(table, [...missing.values()]);
  const read = new Map([...missing.keys()].map((text, i) => [text, items[i]]));
  for (const [name, key] of named) {
    if (shared.includes(name) && missing.has(textOfKey(key))) kept.set(textOfKey(key), read.get(textOfKey(key)));
  }
  return (key: Key): Item | undefined => kept.get(textOfKey(key)) ?? read.get(textOfKey(key));
};

/**
 * Reads everything that the register holds about consents, except who called: a hundred in one round trip, texts and
 * projects once. Each consent is decompressed when it is needed, since proofs are long.
 *
 * @param consents about a hundred stored consents of one person or one list
 */
export async function* readManyHoldings(
  table: Table,
  consents: readonly StoredConsent[],
  reader: Reader,
): AsyncGenerator<Holdings> {
  const { account } = reader;
  const named = consents.map(({ versionId }) => versionId);
  const [read, lineage] = await Promise.all([
    readWithin(table, consents, reader),
    coverVersions(table, account.id, reader.lineage, named),
  ]);
  for (const consent of consents) {
    const keys = keysOfNamed(account.id, consent);
    yield toHoldings({ account, consent }, lineage, (name) => keys[name] && read(keys[name]));
  }
}
