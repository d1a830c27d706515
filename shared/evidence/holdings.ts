import type { Account } from '../accounts/account.ts';
import type { Project } from '../accounts/project.ts';
import { parseProject } from '../accounts/project.ts';
import type { StoredConsent } from '../consents/consent.ts';
import { parseConsent } from '../consents/consent.ts';
import type { Consent } from '../consents/opened-consent.ts';
import { openConsent, openUserData } from '../consents/opened-consent.ts';
import type { User } from '../identity/user.ts';
import { parseUser } from '../identity/user.ts';
import type { NoticeContent } from '../notices/content.ts';
import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { historyOf, readNoticeLineage, versionOf } from '../notices/lineage.ts';
import { parseNoticeText } from '../notices/text.ts';
import { batchGet, batchGetNamed } from '../store/batch-get.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { nameReason, unavailable } from '../store/unavailable.ts';

/** A consent as it is stored, and whose it is. */
export interface OwnedConsent {
  readonly account: Account;
  readonly consent: StoredConsent;
}

/** All that the register holds of one consent. */
export interface Holdings {
  readonly account: Account;
  readonly consent: Consent;
  /** Undefined where the account has it no more. */
  readonly project: Project | undefined;
  /** The version that was agreed to, and all versions of its notice, the oldest first. */
  readonly version: LineageVersion;
  readonly history: readonly LineageVersion[];
  /** Undefined where its item is gone, as in a table that is damaged. */
  readonly content: NoticeContent | undefined;
  /** Those who made the calls, as far as they are still there and were read, by id. */
  readonly users: ReadonlyMap<number, User>;
}

/** Finds a consent by its id alone, in whichever of the accounts has it: one round trip for a hundred of them. */
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

/** Where what a consent names is read, but for the users. */
export const keysOfNamed = (accountId: string, consent: StoredConsent): Readonly<Record<string, Key>> => ({
  text: keyOf.noticeText(accountId, consent.versionId),
  project: keyOf.project(accountId, consent.projectUid),
  ...(consent.proofId !== undefined && { keeper: keyOf.consent(accountId, consent.proofId) }),
  ...(consent.revokeProofBytes !== undefined && { revokeProof: keyOf.revokeProof(accountId, consent.id) }),
});

const keysOfUsers = ({ observed, revokeObserved }: StoredConsent): Readonly<Record<string, Key>> => ({
  ...(observed && { user: keyOf.user(observed.userId) }),
  ...(revokeObserved && { revoker: keyOf.user(revokeObserved.userId) }),
});

/** One text for each key, the same for the same key. */
export const textOfKey = ({ PK, SK }: Key): string => `${PK} ${SK}`;

const opened = new WeakMap<Item, NoticeContent>();

/** What a version says; taken apart once for as long as its item is kept, which many consents may have in common. */
const openText = (item: Item): NoticeContent => {
  const known = opened.get(item) ?? parseNoticeText(item);
  opened.set(item, known);
  return known;
};

/** The items of keys, by the names of the keys. Two names may have the same key. */
const readNamed = async (table: Table, keys: Readonly<Record<string, Key>>) => {
  const distinct = new Map(Object.values(keys).map((key) => [textOfKey(key), key]));
  const items = await batchGetNamed(table, [...distinct.values()]);
  const byKey = new Map([...distinct.keys()].map((text, i) => [text, items[i]]));
  return (name: string) => {
    const key = keys[name];
    return key && byKey.get(textOfKey(key));
  };
};

/**
 * What is held of a consent, of what was read.
 *
 * @param read the item of a name of `keysOfNamed`, or of a user
 * @throws Problem store.unavailable when what keeps its proof was erased since the consent was read
 */
export const toHoldings = (
  { account, consent }: OwnedConsent,
  lineage: Lineage,
  read: (name: string) => Item | undefined,
): Holdings => {
  const [text, project, keeper] = [read('text'), read('project'), read('keeper')];
  if (keeper !== undefined && parseConsent(keeper).proof === undefined)
    throw unavailable(nameReason('ErasedMeanwhile'));
  const version = versionOf(lineage, consent.versionId);
  const users = [read('user'), read('revoker')].filter((item) => item !== undefined).map(parseUser);
  return {
    account,
    consent: openConsent(consent, openUserData(consent), {
      keeper: keeper && parseConsent(keeper),
      revokeProof: read('revokeProof'),
    }),
    project: project && parseProject(project),
    version,
    history: historyOf(lineage, version),
    content: text && openText(text),
    users: new Map(users.map((user) => [user.id, user])),
  };
};

/** Reads all that the register holds of a consent: one round trip as a rule, of two BatchGets and a Query. */
export const readHoldings = async (table: Table, owned: OwnedConsent): Promise<Holdings> => {
  const { account, consent } = owned;
  const [read, lineage] = await Promise.all([
    readNamed(table, { ...keysOfNamed(account.id, consent), ...keysOfUsers(consent) }),
    readNoticeLineage(table, account.id, consent.pid),
  ]);
  return toHoldings(owned, lineage, read);
};
