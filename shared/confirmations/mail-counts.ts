import * as v from 'valibot';
import { lifetimes, limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { dayMilliseconds, dayOf, epochSeconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import { queryItems } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import type { DraftPlace, Voided } from './draft.ts';
import { voidDraft } from './draft.ts';
import { digestAddress, digestAnyMailbox, digestMailbox } from './mailbox.ts';

/**
 * The requests for the addresses of a mailbox in an account, until their end, and its last mails by notice. `revision` is raised
 * by each write.
 */
const Mailbox = v.object({
  revision: v.number(),
  open: v.array(
    v.object({ address: v.string(), secretDigest: v.string(), pids: v.array(v.number()), end: v.number() }),
  ),
  mails: v.array(
    v.object({
      pid: v.number(),
      /** Milliseconds since the epoch. */
      last: v.number(),
      /** How many on the day of the last. */
      count: v.number(),
    }),
  ),
});
export type Mailbox = v.InferOutput<typeof Mailbox>;

export const mailboxAttributes: readonly string[] = [...Object.keys(Mailbox.entries), 'expiresAt'];

const noMailbox: Mailbox = { revision: 0, open: [], mails: [] };

export const parseMailbox = (item: Item | undefined): Mailbox => (item ? v.parse(Mailbox, item) : noMailbox);

const Mails = v.object({
  mails: v.optional(v.number(), 0),
  /** Of an account: how many requests of these mails were confirmed, replaced or erased. */
  ended: v.optional(v.number(), 0),
});

/** How many mails a counter has. */
const countMails = (item: Item | undefined): number => v.parse(Mails, item ?? {}).mails;

export const countAttributes: readonly string[] = [...Object.keys(Mails.entries), 'expiresAt'];

/** The mail that somebody asks for. @property mailbox its address */
export interface AskedMail {
  readonly accountId: string;
  readonly mailbox: string;
  readonly now: Date;
}

/** The items that decide whether a mail may be sent. They are read with the caller. */
export const countKeys = ({ accountId, mailbox, now }: AskedMail) => {
  const day = dayOf(now.getTime());
  return {
    mailbox: keyOf.mailbox(accountId, digestMailbox(accountId, mailbox)),
    toMailbox: keyOf.mailsToMailbox(digestAnyMailbox(mailbox), day),
    ofAccount: keyOf.mailsOfAccount(accountId, day),
  };
};

export type CountItems = ItemsOf<ReturnType<typeof countKeys>>;

const throttled = (detail: string, until: number, now: Date): Problem =>
  new Problem('confirmation.throttled', { detail, retryAfter: Math.ceil((until - now.getTime()) / 1_000) });

/** The 429 of a mail so soon after another one. @param until milliseconds since the epoch */
export const mailedLately = (until: number, now: Date): Problem =>
  throttled(
    'A mail about this notice went to this mailbox less than ten minutes ago, or may have gone. Wait before you ask for another one.',
    until,
    now,
  );

const endOfDay = (now: Date): number => (Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds;

/** @throws Problem confirmation.throttled */
export const admitMail = (items: CountItems, pids: readonly number[], now: Date): void => {
  const { mails } = parseMailbox(items.mailbox);
  const about = mails.filter(({ pid }) => pids.includes(pid));
  const free = Math.max(...about.map(({ last }) => last + lifetimes.mailPauseSeconds * 1_000), 0);
  if (free > now.getTime()) throw mailedLately(free, now);
  const refuse = (detail: string): never => {
    throw throttled(detail, endOfDay(now), now);
  };
  const today = about.filter(({ last }) => dayOf(last) === dayOf(now.getTime()));
  if (today.some(({ count }) => count >= limits.mailsAboutNotice))
    refuse(`A mailbox gets at most ${limits.mailsAboutNotice} mails about a notice on a day (UTC).`);
  if (countMails(items.toMailbox) >= limits.mailsToMailbox)
    refuse(`A mailbox gets at most ${limits.mailsToMailbox} of these mails on a day (UTC), whoever asks for them.`);
  if (countMails(items.ofAccount) >= limits.mailsOfAccount)
    refuse(`An account sends at most ${limits.mailsOfAccount.toLocaleString('en')} of these mails on a day (UTC).`);
};

/** Writes a mailbox that was read, unless somebody else did. It stays until its last request ends, and a day for its mails. */
const putMailbox = (key: Key, { revision }: Mailbox, next: Omit<Mailbox, 'revision'>, now: Date): Put => ({
  put: {
    ...key,
    ...next,
    revision: revision + 1,
    expiresAt: Math.max(epochSeconds(now) + dayMilliseconds / 1_000, ...next.open.map(({ end }) => end)),
  },
  condition: 'attribute_not_exists(PK) OR revision = :revision',
  values: { ':revision': revision },
});

/** Leaves a mailbox some of its requests. What counts stays, so that nobody gets more mails for an erasure. */
export const leaveOpen = (key: Key, read: Mailbox, open: Mailbox['open'], now: Date): Put =>
  putMailbox(key, read, { open, mails: read.mails }, now);

const addMails = (update: Key, more: 1 | -1, most: number, end: number): Update => ({
  update,
  expression: 'SET expiresAt = :end ADD mails :more',
  condition: 'attribute_not_exists(mails) OR mails < :most',
  values: { ':end': end, ':more': more, ':most': most + (more === 1 ? 0 : 1) },
});

const addToMailbox = (asked: AskedMail, more: 1 | -1): Update =>
  addMails(countKeys(asked).toMailbox, more, limits.mailsToMailbox, endOfDay(asked.now) / 1_000);

/** The counter of an account is kept as long as a link of its day works. */
const endOfCounter = (now: Date): number => endOfDay(now) / 1_000 + lifetimes.confirmationSeconds;

const addToAccount = (asked: AskedMail, more: 1 | -1): Update =>
  addMails(countKeys(asked).ofAccount, more, limits.mailsOfAccount, endOfCounter(asked.now));

/** Counts requests as ended, each on the day on which it was made. What ends them, once, is written with it. @param ends of their links */
export const countEnded = (accountId: string, ends: readonly number[]): Update[] => {
  const times = ends.map((end) => new Date((end - lifetimes.confirmationSeconds) * 1_000));
  return [...Map.groupBy(times, dayOf)].map(([day, ofDay]) => ({
    update: keyOf.mailsOfAccount(accountId, day),
    expression: 'SET expiresAt = :end ADD ended :more',
    values: { ':end': endOfCounter(new Date(day)), ':more': ofDay.length },
  }));
};

/** Voids requests of an account and counts them as ended. The first updates are those of the requests, each refused if it has ended. */
export const voidOpen = (accountId: string, open: Mailbox['open'], how: Voided): Update[] => [
  ...open.map(({ secretDigest }) => voidDraft({ accountId, secretDigest }, how)),
  ...countEnded(
    accountId,
    open.map(({ end }) => end),
  ),
];

/**
 * How many requests of an account were mailed, or may have been, since the day (UTC) seven days ago, and were neither confirmed
 * nor replaced nor erased. One whose link ends counts until that day is over.
 */
export const countOpenRequests = async (table: Table, accountId: string, now: Date): Promise<number> => {
  const keyOfDay = (time: number): Key => keyOf.mailsOfAccount(accountId, dayOf(time));
  const last = keyOfDay(now.getTime());
  const { SK: from } = keyOfDay(now.getTime() - lifetimes.confirmationSeconds * 1_000);
  const days = await queryItems(table, last, { range: { from, until: last.SK }, isEventual: true });
  return days
    .map((item) => v.parse(Mails, item))
    .reduce((sum, { mails, ended }) => sum + Math.max(0, mails - ended), 0);
};

/** A request that a mail is sent for. */
interface Requested {
  readonly place: DraftPlace;
  readonly pids: readonly number[];
  readonly end: number;
}

const isLive = ({ end }: { readonly end: number }, now: Date): boolean => end > epochSeconds(now);

/** The requests that a new one replaces once its mail is sent: those for its address about no other notices. */
export const replacedBy = (
  { open }: Mailbox,
  { accountId, mailbox, now }: AskedMail,
  pids: readonly number[],
): Mailbox['open'] => {
  const ours = digestAddress(accountId, mailbox);
  return open.filter(
    (each) => isLive(each, now) && each.address === ours && each.pids.every((pid) => pids.includes(pid)),
  );
};

/** Counts a mail, as one that is sent. @returns the write that is refused if somebody else was faster, and the others */
export const countMail = (asked: AskedMail, read: Mailbox, { place, pids, end }: Requested) => {
  const { now } = asked;
  const [time, day] = [now.getTime(), dayOf(now.getTime())];
  const mails = read.mails.filter(({ pid, last }) => !pids.includes(pid) && last > time - dayMilliseconds);
  const countOf = (pid: number): number => {
    const known = read.mails.find((each) => each.pid === pid);
    return known !== undefined && dayOf(known.last) === day ? known.count + 1 : 1;
  };
  const next = {
    open: [
      ...read.open.filter((each) => isLive(each, now)),
      {
        address: digestAddress(asked.accountId, asked.mailbox),
        secretDigest: place.secretDigest,
        pids: [...pids],
        end,
      },
    ],
    mails: [...mails, ...pids.map((pid) => ({ pid, last: time, count: countOf(pid) }))],
  };
  return {
    first: putMailbox(countKeys(asked).mailbox, read, next, now),
    others: [addToMailbox(asked, 1), addToAccount(asked, 1)],
  };
};

/**
 * Takes a mail back that was counted and not sent, and voids its request. If that was erased in between, it is counted as ended, so
 * its mail stays counted beside that.
 *
 * @param before the mailbox before it was counted
 */
export const uncountMail = (asked: AskedMail, read: Mailbox, before: Mailbox, { place, pids }: Requested) => {
  const { now } = asked;
  const isOpen = read.open.some(({ secretDigest }) => secretDigest === place.secretDigest);
  const mails = read.mails.flatMap((each) => {
    if (!pids.includes(each.pid) || each.last !== now.getTime()) return each;
    return before.mails.find(({ pid }) => pid === each.pid) ?? [];
  });
  const next = { open: read.open.filter(({ secretDigest }) => secretDigest !== place.secretDigest), mails };
  return {
    first: putMailbox(countKeys(asked).mailbox, read, next, now),
    others: [addToMailbox(asked, -1), ...(isOpen ? [addToAccount(asked, -1), voidDraft(place, 'refused')] : [])],
  };
};
