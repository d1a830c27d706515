import type { Publisher } from '../../../shared/log/publication.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import type { Random } from '../../../test/support/random.ts';
import type { History } from './history.ts';
import type { Register } from './register.ts';
import { publishAll, takeChange } from './register.ts';

/** What a manipulation has at hand: a copy of the register that is its own. */
export interface Ground {
  readonly register: Register;
  readonly history: History;
  readonly random: Random;
  /** Signs checkpoints: the job has it, and a manipulation only where it says so. */
  readonly key: Publisher['key'];
}

/** What can tell a manipulation: always, only what is kept outside the tables, or nothing, and why. */
type Findable = 'always' | 'anchors' | { readonly never: string };

/** A way to change a register with rights on its tables. */
export interface Damage {
  readonly kind: string;
  readonly findable: Findable;
  /** @returns ids of the records that must be named; none where the log alone was changed */
  readonly make: (ground: Ground) => Promise<readonly string[]>;
}

let serial = 1_000_000;

/** Changes an item while the job is off. */
export const changeUnseen = (
  { table }: Pick<Register, 'table'>,
  old: MadeItem | undefined,
  changed: MadeItem | undefined,
): void => {
  if (changed !== undefined) table.put(changed);
  else if (old !== undefined) table.remove(old);
};

/** The same as anybody with rights on the table can: the stream has it, and the job takes it and publishes. */
export const change = async (
  { register: { table, log, now }, key }: Ground,
  old: MadeItem | undefined,
  changed: MadeItem | undefined,
): Promise<void> => {
  changeUnseen({ table }, old, changed);
  serial += 1;
  await takeChange(log, { at: now, old, now: changed }, serial, now);
  await publishAll(log, key, now);
};

/** How a change of one item is made and found. */
interface Circumstances {
  readonly findable?: Findable;
  /** Whether the job is on. */
  readonly isSeen?: boolean;
  /** The id that must be named. */
  readonly idOf?: (item: MadeItem) => unknown;
}

/** @param edit makes another item of the one that is picked, or undefined, which deletes it */
export const changeOne = (
  kind: string,
  pick: (ground: Ground) => MadeItem,
  edit: (old: MadeItem, ground: Ground) => MadeItem | undefined,
  { findable = 'always', isSeen = true, idOf = ({ SK }) => SK }: Circumstances = {},
): Damage => ({
  kind: isSeen ? kind : `${kind}, the job off`,
  findable,
  make: async (ground) => {
    const old = pick(ground);
    const changed = edit(old, ground);
    if (isSeen) await change(ground, old, changed);
    else changeUnseen(ground.register, old, changed);
    return [String(idOf(old))];
  },
});

/** An item that was not there before. */
export const insertOne = (
  kind: string,
  make: (ground: Ground) => MadeItem,
  { findable = 'always', isSeen = true, idOf = ({ SK }) => SK }: Circumstances = {},
): Damage => ({
  kind: isSeen ? kind : `${kind}, the job off`,
  findable,
  make: async (ground) => {
    const item = make(ground);
    if (isSeen) await change(ground, undefined, item);
    else changeUnseen(ground.register, undefined, item);
    return [String(idOf(item))];
  },
});

const isConsent = ({ PK }: MadeItem): boolean => /^ACCOUNT#[0-9a-f]{32}#CONSENT#/.test(PK);

/** A consent by chance. */
export const anyConsent =
  (fits?: (item: MadeItem) => boolean) =>
  (ground: Ground): MadeItem =>
    ground.random.pick(consentsOf(ground, fits));

export const consentsOf = ({ register }: Ground, fits: (item: MadeItem) => boolean = () => true): MadeItem[] =>
  register.table.items().filter((item) => isConsent(item) && fits(item));

export const isWhole = ({ eraseTime }: MadeItem): boolean => eraseTime === undefined;

/** Some other bytes in the place of these. */
export const flip = (bytes: unknown, random: Random): Buffer => {
  const copy = Buffer.from(bytes as Uint8Array);
  const at = random.below(copy.length);
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << random.below(8)), at);
  return copy;
};

export const earlier = (time: unknown, days: number): string =>
  new Date(new Date(String(time)).getTime() - days * 86_400_000).toISOString();
