import * as v from 'valibot';
import { lifetimes, limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { dayMilliseconds, dayOf, epochSeconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import type { Item, Key } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import type { DraftPlace } from './draft.ts';
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

const Mails = v.object({ mails: v.optional(v.number(), 0) });

/** How many mails a counter has. */
const countMails = (item: Item | undefined): number => v.parse(Mails, item ?? {}).mails;

export const countAttributes: readonly string[] = ['mails', 'expiresAt'];

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
    'A mail about this notice went to this mailbox less than ten minutes ago, or may have gone. Its link works. Wait before you ask for another one.',
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

/** Writes a mailbox that was read, unless somebody else did. */
const putMailbox = (key: Key, { revision }: Mailbox, next: Omit<Mailbox, 'revision'>, now: Date): Put => ({
  put: { ...key, ...next, revision: revision + 1, expiresAt: epochSeconds(now) + lifetimes.confirmationSeconds },
  condition: 'attribute_not_exists(PK) OR revision = :revision',
  values: { ':revision': revision },
});

/** Leaves a mailbox some of its requests. What counts stays, so that nobody gets more mails for an erasure. */
export const leaveOpen = (key: Key, read: Mailbox, open: Mailbox['open'], now: Date): Put =>
  putMailbox(key, read, { open, mails: read.mails }, now);

const addMails = (update: Key, more: 1 | -1, most: number, now: Date): Update => ({
  update,
  expression: 'SET expiresAt = :end ADD mails :more',
  condition: 'attribute_not_exists(mails) OR mails < :most',
  values: { ':end': endOfDay(now) / 1_000, ':more': more, ':most': most },
});

const addToCounters = (asked: AskedMail, more: 1 | -1): readonly Update[] => {
  const { toMailbox, ofAccount } = countKeys(asked);
  const beyond = more === 1 ? 0 : 1;
  return [
    addMails(toMailbox, more, limits.mailsToMailbox + beyond, asked.now),
    addMails(ofAccount, more, limits.mailsOfAccount + beyond, asked.now),
  ];
};

/** A request that a mail is sent for. */
interface Requested {
  readonly place: DraftPlace;
  readonly pids: readonly number[];
  readonly end: number;
}

const isLive = ({ end }: { readonly end: number }, now: Date): boolean => end > epochSeconds(now);

/** The requests that a new one replaces once its mail is sent: those for its address about one of its notices. */
export const replacedBy = (
  { open }: Mailbox,
  { accountId, mailbox, now }: AskedMail,
  pids: readonly number[],
): Mailbox['open'] => {
  const ours = digestAddress(accountId, mailbox);
  return open.filter(
    (each) => isLive(each, now) && each.address === ours && each.pids.some((pid) => pids.includes(pid)),
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
  return { first: putMailbox(countKeys(asked).mailbox, read, next, now), others: addToCounters(asked, 1) };
};

/** Takes a mail back that was counted and not sent. @param before the mailbox before it was counted */
export const uncountMail = (asked: AskedMail, read: Mailbox, before: Mailbox, { place, pids }: Requested) => {
  const { now } = asked;
  const mails = read.mails.flatMap((each) => {
    if (!pids.includes(each.pid) || each.last !== now.getTime()) return each;
    return before.mails.find(({ pid }) => pid === each.pid) ?? [];
  });
  const next = { open: read.open.filter(({ secretDigest }) => secretDigest !== place.secretDigest), mails };
  return { first: putMailbox(countKeys(asked).mailbox, read, next, now), others: addToCounters(asked, -1) };
};
