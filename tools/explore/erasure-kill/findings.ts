import type { StoredConsent } from '../../../shared/consents/consent.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { hashJson } from '../../../shared/digest.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { readAllItems } from '../../../test/support/all-items.ts';

/** The items of an account, by what they are. */
export const readAccount = async (table: Table, accountId: string) => {
  const items = (await readAllItems(table)).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}`));
  const of = (kind: string): Item[] => items.filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#${kind}#`));
  const consents = new Map(
    of('CONSENT')
      .map(parseConsent)
      .map((consent) => [consent.id, consent]),
  );
  const runs = items.filter(({ PK }) => PK === `ACCOUNT#${accountId}#ERASURES`);
  return { items, of, consents, runs };
};

export type Account = Awaited<ReturnType<typeof readAccount>>;

const proofOf = ({ consents }: Account, { id, proofId = id }: StoredConsent): string | undefined => {
  const proof = consents.get(proofId)?.proof;
  return proof && Buffer.from(proof).toString('base64');
};

/** What may be at no moment: a consent that was not erased and lacks its proof, or one that is half erased. */
export const findTorn = (before: Account, now: Account): string[] =>
  [...now.consents.values()].flatMap((consent) => {
    const { id, eraseTime, proof, userData } = consent;
    const first = before.consents.get(id);
    if (eraseTime !== undefined) return (proof ?? userData) ? [`${id} is half erased`] : [];
    const isWhole = first !== undefined && userData !== undefined && proofOf(now, consent) === proofOf(before, first);
    const lookups = now.of('USERDATA').filter(({ SK, proofId }) => SK === id && proofId === consent.proofId);
    const all = before.of('USERDATA').filter(({ SK }) => SK === id);
    return [
      ...(isWhole ? [] : [`${id} lacks its proof or its data`]),
      ...(lookups.length >= all.length ? [] : [`${id} lacks a lookup, or one names another proof`]),
    ];
  });

/** What must be in the end. */
export interface Expected {
  readonly accountId: string;
  readonly erased: readonly string[];
  readonly extent: Extent;
}

const findInList = async (
  erasures: Table,
  { accountId, erased, extent }: Expected,
  now: Account,
): Promise<string[]> => {
  const listed = (await Array.fromAsync(listErasures(erasures, accountId))).flat();
  const ids = listed.map(({ consentId }) => consentId);
  const late = listed.filter(({ consentId, time }) => {
    const { eraseTime } = now.consents.get(consentId) ?? {};
    return eraseTime !== undefined && eraseTime.getTime() !== time.getTime();
  });
  return [
    ...(JSON.stringify(ids.sort()) === JSON.stringify([...erased].sort()) ? [] : [`${ids.length} erasures are listed`]),
    ...(listed.every((each) => each.extent === extent) ? [] : ['an erasure is listed with another extent']),
    ...(late.length === 0 ? [] : [`${late.length} were erased at another time than is listed`]),
  ];
};

const findInLog = async (table: Table, { accountId }: Expected): Promise<string[]> => {
  const entries = (await listLogEntries(table, 10_000)).filter(({ target }) => target.accountId === accountId);
  const runs = Map.groupBy(entries, ({ target }) => target.erasure);
  runs.delete(undefined);
  const isWhole = [...runs.values()].every(
    (of) => of.length === 2 && of.filter(({ target }) => target.ended).length === 1,
  );
  return isWhole && runs.size > 0 ? [] : ['the operations log is not complete'];
};

/** What is wrong once the erasure has ended: something is missing, there twice, or was touched that must not be. */
export const findWrong = async (
  { table, erasures }: { readonly table: Table; readonly erasures: Table },
  expected: Expected,
  before: Account,
): Promise<string[]> => {
  const { accountId, erased, extent } = expected;
  const now = await readAccount(table, accountId);
  const isGone = (id: string): boolean =>
    extent === 'everything' ? !JSON.stringify(now.items).includes(id) : now.consents.get(id)?.eraseTime !== undefined;
  const sums = now.of('ERASED').reduce((sum, { consents }) => sum + Number(consents), 0);
  const kept = [...before.consents.keys()].filter((id) => !erased.includes(id));
  const others = (of: Account): string[] =>
    of.items
      .filter(({ SK }) => kept.includes(String(SK)))
      .map(({ proof: _, proofId: __, storedBytes: ___, ...item }) => hashJson(item))
      .sort();
  return [
    ...findTorn(before, now),
    ...erased.filter((id) => !isGone(id)).map((id) => `${id} is not erased`),
    ...(now.of('REVOKE-PROOF').some(({ PK }) => erased.some((id) => String(PK).endsWith(id)))
      ? ['a proof of a revocation is left']
      : []),
    ...(sums === (extent === 'everything' ? erased.length : 0) ? [] : [`the sums have ${sums} consents`]),
    ...(JSON.stringify(others(now)) === JSON.stringify(others(before))
      ? []
      : ['a consent was touched that was not to be erased']),
    ...(now.runs.length === 0 ? [] : ['an erasure has not ended']),
    ...(await findInList(erasures, expected, now)),
    ...(await findInLog(table, expected)),
  ];
};
