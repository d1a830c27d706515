import type { Account } from '../accounts/account.ts';
import type { StoredConsent } from '../consents/consent.ts';
import type { Lineage } from '../notices/lineage.ts';
import { coverVersions } from '../notices/lineage.ts';
import { batchGetNamed } from '../store/batch-get.ts';
import type { Item, Key, Table } from '../store/client.ts';
import type { Holdings } from './holdings.ts';
import { keysOfNamed, textOfKey, toHoldings } from './holdings.ts';

/** What many consents have in common, and so is read once: texts of versions and projects. */
const shared: readonly string[] = ['text', 'project'];

/** Whose consents are read, and what was read of them before. */
export interface Reader {
  readonly account: Account;
  readonly lineage: Lineage;
  /** Texts and projects that were read, which are kept here for the next consents. */
  readonly kept: Map<string, Item | undefined>;
}

/** The items that the consents name, in one round trip where there are a hundred. @returns what reads them by key */
const readNamed = async (table: Table, consents: readonly StoredConsent[], { account, kept }: Reader) => {
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
 * Reads all that the register holds of consents but who called: of a hundred in one round trip, and texts and projects once. Each is taken apart
 * when it is asked for, since proofs are long.
 *
 * @param consents of one person or one list, as they are stored: a hundred or so
 */
export async function* readManyHoldings(
  table: Table,
  consents: readonly StoredConsent[],
  reader: Reader,
): AsyncGenerator<Holdings> {
  const { account } = reader;
  const named = consents.map(({ versionId }) => versionId);
  const [read, lineage] = await Promise.all([
    readNamed(table, consents, reader),
    coverVersions(table, account.id, reader.lineage, named),
  ]);
  for (const consent of consents) {
    const keys = keysOfNamed(account.id, consent);
    yield toHoldings({ account, consent }, lineage, (name) => keys[name] && read(keys[name]));
  }
}
