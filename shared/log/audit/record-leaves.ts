import { parseConsent } from '../../consents/consent.ts';
import { keyOf } from '../../store/keys.ts';
import type { Key } from '../../store/table.ts';
import { leavesOfItem } from '../feed.ts';
import { eventsOf, leavesOfConsent } from '../leaves.ts';
import type { Leaf, LogEvent } from '../log-event.ts';
import type { KeyedItem } from '../scan-evidence.ts';

/** The events and leaves of an item. */
export interface RecordLeaves {
  readonly account: string | undefined;
  readonly id: string;
  readonly isConsent: boolean;
  /** All events of the item. */
  readonly events: readonly LogEvent[];
  /** The leaves that can still be made. */
  readonly leaves: readonly Leaf[];
  readonly isErased: boolean;
  /** Whether its import says that another register had erased it. No erasure of this register is listed then. */
  readonly cameErased: boolean;
}

const toConsentLeaves = (account: string, item: KeyedItem): RecordLeaves => {
  const consent = parseConsent(item);
  const { id, eraseTime, imported } = consent;
  const cameErased = imported !== undefined && eraseTime !== undefined && imported.at >= eraseTime;
  return {
    account,
    id,
    isConsent: true,
    events: eventsOf(account, consent),
    leaves: leavesOfConsent(account, item),
    isErased: eraseTime !== undefined,
    cameErased,
  };
};

/** @throws Error when the item is damaged */
export const toRecordLeaves = (item: KeyedItem): RecordLeaves => {
  const account = accountOfConsent(item);
  if (account !== undefined) {
    if (item.PK !== keyOf.consent(account, item.SK).PK) throw new Error('The keys of a consent do not fit each other.');
    return toConsentLeaves(account, item);
  }
  const leaves = leavesOfItem(item);
  const [first] = leaves;
  return {
    account: first?.event.account,
    id: first?.event.id ?? '',
    isConsent: false,
    events: leaves.map(({ event }) => event),
    leaves,
    isErased: false,
    cameErased: false,
  };
};

/** The account that a partition key names, if any. */
export const accountNamedIn = ({ PK }: Key): string | undefined => /^ACCOUNT#([0-9a-f]{32})(?:#|$)/.exec(PK)?.[1];

const consentKey = /^ACCOUNT#([0-9a-f]{32})#CONSENT#/;

/** The account of a consent from its partition key, or undefined for another item. */
export const accountOfConsent = ({ PK }: Key): string | undefined => consentKey.exec(PK)?.[1];
