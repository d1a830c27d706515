import type { Consent, StoredConsent } from '../consents/consent.ts';
import { openConsent, parseConsent } from '../consents/consent.ts';
import type { StoredObserved } from '../consents/observed.ts';
import { userOf } from '../consents/observed-means.ts';
import type { Account } from '../identity/account.ts';
import type { StoredKey } from '../identity/machine-keys.ts';
import { parseKey } from '../identity/machine-keys.ts';
import type { Project } from '../identity/project.ts';
import { parseProject } from '../identity/project.ts';
import type { User } from '../identity/user.ts';
import { parseUser } from '../identity/user.ts';
import type { NoticeContent } from '../notices/content.ts';
import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { coverVersions, historyOf, readNoticeLineage, versionOf } from '../notices/lineage.ts';
import { parseNoticeText } from '../notices/notice.ts';
import { memoize } from '../runtime/values.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, batchGetNamed, textOfKey } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';

/** A stored consent and the id of its account. */
interface OwnedConsent {
  readonly account: Account;
  readonly consent: StoredConsent;
}

/** Everything that the register holds about one consent. */
export interface Holdings {
  readonly account: Account;
  readonly consent: Consent;
  /** Undefined if the account no longer has it. */
  readonly project: Project | undefined;
  /** The version to which the person agreed, and all versions of its notice, the oldest first. */
  readonly version: LineageVersion;
  readonly history: readonly LineageVersion[];
  /** Undefined if its item is gone, as in a damaged table. */
  readonly content: NoticeContent | undefined;
  /** The users who made the calls, by id, if they still exist and were read. */
  readonly users: ReadonlyMap<number, User>;
  /** The keys for machines by which they called, by id, in the same cases. */
  readonly keys: ReadonlyMap<string, StoredKey>;
}

/** Finds a consent by its id alone in any of the accounts. One round trip for a hundred accounts. */
export const findOwned = async (
  table: Table,
  accounts: readonly Account[],
  id: string,
): Promise<OwnedConsent | undefined> => {
  const keys = accounts.map((account) => keyOf.consent(account.id, id));
  const items = await batchGet(table, keys, { consistent: true });
  const [found] = accounts.flatMap((account, i) => {
    const item = items[i];
    return item === undefined ? [] : [{ account, consent: parseConsent(item) }];
  });
  return found;
};

/** The keys of what a consent names, except the users. */
const keysOfNamed = (accountId: string, consent: StoredConsent): Readonly<Record<string, Key>> => ({
  text: keyOf.noticeText(accountId, consent.versionId),
  project: keyOf.project(accountId, consent.projectUid),
});

const keysOfUsers = ({ observed, revokeObserved }: StoredConsent): Readonly<Record<string, Key>> => ({
  ...(observed && keysOfCall(observed, { user: 'user', key: 'key' })),
  ...(revokeObserved && keysOfCall(revokeObserved, { user: 'revoker', key: 'revokersKey' })),
});

/** The keys of the items of the user and, if it was by one, of the key for machines. @param names by which they are read */
const keysOfCall = (observed: StoredObserved, names: Readonly<Record<'user' | 'key', string>>) => {
  const { userId, keyId } = userOf(observed);
  return {
    [names.user]: keyOf.user(userId),
    ...(keyId !== undefined && { [names.key]: keyOf.machineKey(userId, keyId) }),
  };
};

/** The content of a version. It is decompressed once while its item is kept, since many consents may share it. */
const openText = memoize((item: Item): NoticeContent => parseNoticeText(item));

/** Items by the names of their keys. Two names may have the same key. */
const readNamed = async (table: Table, keys: Readonly<Record<string, Key>>) => {
  const items = await batchGetNamed(table, Object.values(keys));
  const byName = new Map(Object.keys(keys).map((name, i) => [name, items[i]]));
  return (name: string) => byName.get(name);
};

/** The holdings of a consent, from the items that were read. @param read the item of a name of `keysOfNamed`, or of a user */
const toHoldings = (
  { account, consent }: OwnedConsent,
  lineage: Lineage,
  read: (name: string) => Item | undefined,
): Holdings => {
  const [text, project] = [read('text'), read('project')];
  const version = versionOf(lineage, consent.versionId);
  const users = [read('user'), read('revoker')].filter((item) => item !== undefined).map(parseUser);
  const keys = [read('key'), read('revokersKey')].filter((item) => item !== undefined).map(parseKey);
  return {
    account,
    consent: openConsent(consent),
    project: project && parseProject(project),
    version,
    history: historyOf(lineage, version),
    content: text && openText(text),
    users: new Map(users.map((user) => [user.id, user])),
    keys: new Map(keys.map((key) => [key.id, key])),
  };
};

/** Reads everything that the register holds about a consent, usually in one round trip of two BatchGets and a Query. */
export const readHoldings = async (table: Table, owned: OwnedConsent): Promise<Holdings> => {
  const { account, consent } = owned;
  const [read, lineage] = await Promise.all([
    readNamed(table, { ...keysOfNamed(account.id, consent), ...keysOfUsers(consent) }),
    readNoticeLineage(table, account.id, consent.pid),
  ]);
  return toHoldings(owned, lineage, read);
};

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
