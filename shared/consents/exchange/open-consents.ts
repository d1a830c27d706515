import type { Item, Table } from '../../store/client.ts';
import { batchGetByPartition } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { Consent, Kept } from '../opened-consent.ts';
import { keysOfKept, openConsent, openUserData } from '../opened-consent.ts';

/** Consents with parts in other items to open at the same time. Each of these items may have 400 KB. */
const atOnce = 25;

/** How often to read a consent again if its proof was moved or erased during the reading. */
const mostReadings = 5;

/** Whether a consent is complete in its own item. */
export const standsAlone = ({ proofId, revokeProofBytes, eraseTime }: StoredConsent): boolean =>
  eraseTime !== undefined || (proofId === undefined && revokeProofBytes === undefined);

const open = (consent: StoredConsent, kept: Kept): Consent => openConsent(consent, openUserData(consent), kept);

/** Opens a consent that is complete in its item, or whose other items were read. */
export const openKept = (consent: StoredConsent, keeper: Item | undefined, revokeProof: Item | undefined): Consent =>
  open(consent, { keeper: keeper && parseConsent(keeper), revokeProof });

/**
 * Whether everything that the consent names exists. A keeper that was erased meanwhile keeps nothing: the proof has
 * moved.
 */
const hasAll = (accountId: string, consent: StoredConsent, items: ReadonlyMap<string, Item>): boolean =>
  Object.values(keysOfKept(accountId, consent)).every(({ PK }) => {
    const item = items.get(PK);
    return item !== undefined && (item.proof !== undefined || item.revokeProof !== undefined);
  });

/** Opens consents with proofs in other items. Those that are gone by now are left out. */
const openTogether = async (
  table: Table,
  accountId: string,
  consents: readonly StoredConsent[],
  readings = 1,
): Promise<Consent[]> => {
  const items = await batchGetByPartition(
    table,
    consents.flatMap((consent) => Object.values(keysOfKept(accountId, consent))),
  );
  const opened = consents
    .filter((consent) => hasAll(accountId, consent, items))
    .map((consent) => {
      const { keeper, revokeProof } = keysOfKept(accountId, consent);
      return openKept(consent, keeper && items.get(keeper.PK), revokeProof && items.get(revokeProof.PK));
    });
  const moved = consents.filter((consent) => !hasAll(accountId, consent, items));
  if (moved.length === 0) return opened;
  if (readings === mostReadings) throw new Error('A consent names a proof that is not there.');
  const anew = await batchGetByPartition(
    table,
    moved.map(({ id }) => keyOf.consent(accountId, id)),
  );
  const still = [...anew.values()].map(parseConsent);
  const alone = still.filter(standsAlone).map((consent) => openKept(consent, undefined, undefined));
  const others = still.filter((consent) => !standsAlone(consent));
  return [...opened, ...alone, ...(await openTogether(table, accountId, others, readings + 1))];
};

/**
 * Opens consents with their proofs, wherever those are kept. Complete ones are opened at once, the others some at a
 * time, so that few large proofs are in memory. A consent that was erased since it was read is as it is now.
 */
export async function* openConsents(
  table: Table,
  accountId: string,
  consents: Iterable<StoredConsent>,
): AsyncGenerator<readonly Consent[]> {
  let waiting: StoredConsent[] = [];
  let alone: Consent[] = [];
  for (const consent of consents) {
    if (standsAlone(consent)) alone.push(openKept(consent, undefined, undefined));
    else waiting.push(consent);
    if (alone.length === atOnce) {
      yield alone;
      alone = [];
    }
    if (waiting.length === atOnce) {
      yield await openTogether(table, accountId, waiting);
      waiting = [];
    }
  }
  yield alone;
  if (waiting.length > 0) yield await openTogether(table, accountId, waiting);
}
