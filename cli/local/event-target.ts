import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { RegisterEvent } from '../../shared/log/event-schemas.ts';
import type { BusEvent } from './stand-in.ts';

/** How long an API destination waits for an answer, and the answers after which it retries. */
const patience = 5_000;
const isWorthAnother = (status: number): boolean => [401, 407, 409, 429].includes(status) || status >= 500;

const postedTypes: ReadonlySet<string> = new Set(RegisterEvent.options.map(({ entries }) => entries.type.literal));

const mostAttempts = 5;
const firstPause = 500;

/** Posts as an API destination without a template does. @returns what failed; undefined on success */
const post = async (url: string, event: BusEvent): Promise<{ why: string; isFinal: boolean } | undefined> => {
  try {
    const { status, ok, body } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(event),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    await body?.cancel();
    return ok ? undefined : { why: `status ${status}`, isFinal: !isWorthAnother(status) };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { why: isLate ? 'no answer within 5 seconds' : 'no connection', isFinal: false };
  }
};

type Failure = Awaited<ReturnType<typeof post>>;

/**
 * Retries after a first attempt. Its pauses are not random as those of `retry`, so that a receiver under development gets
 * repeated events in the same order each time.
 *
 * @returns what failed in the end; undefined on success
 */
const insist = async (url: string, event: BusEvent, first: Failure): Promise<string | undefined> => {
  let failure = first;
  for (let attempt = 1; failure !== undefined; attempt += 1) {
    if (failure.isFinal || attempt === mostAttempts) return failure.why;
    await sleep(firstPause * 2 ** (attempt - 1), undefined, { ref: false });
    failure = await post(url, event);
  }
  return undefined;
};

/** The parts of an event that are printed. */
const Shown = v.object({
  id: v.optional(v.string()),
  time: v.optional(v.string()),
  consentId: v.optional(v.string()),
  projectUid: v.optional(v.string()),
  consentInformationPid: v.optional(v.number()),
  size: v.optional(v.number()),
});

/** An event in one line, such as `consent.recorded 01a2… demo-shop notice 2`. */
const describe = ({ 'detail-type': type, detail }: BusEvent): string => {
  const { consentId, projectUid, consentInformationPid: pid, size } = v.parse(Shown, detail);
  const words = [consentId, projectUid, pid && `notice ${pid}`, size && `of ${size} ${size === 1 ? 'leaf' : 'leaves'}`];
  return [type, ...words.filter((word) => word !== undefined)].join(' ');
};

/** Checkpoints are not posted: the rule in `docs/events-webhook.json` leaves them out too. */
const isPosted = ({ 'detail-type': type }: BusEvent): boolean => postedTypes.has(type);

/** Where the local service's events go. */
export interface EventTarget {
  /** Prints the event in one line, and posts it after the events before it. A failed post is retried alongside later ones. */
  readonly deliver: (event: BusEvent) => void;
  /** Resolves when all events so far are delivered, or given up. */
  readonly settled: () => Promise<void>;
}

/**
 * Handles the events of the local bus in order.
 *
 * @param to URL to post them to; without it they are only printed
 * @param since earlier events, such as those of the demo data, are posted but not printed
 */
export const openEventTarget = ({
  to,
  since,
}: {
  readonly to?: string | undefined;
  readonly since: Date;
}): EventTarget => {
  let last = Promise.resolve();
  const again = new Set<Promise<void>>();
  const send = async (url: string, event: BusEvent): Promise<void> => {
    const first = await post(url, event);
    const insisting = insist(url, event, first).then((why) => {
      if (why !== undefined) console.error(`Not delivered to ${url} (${why}): ${describe(event)}`);
      again.delete(insisting);
    });
    again.add(insisting);
  };
  return {
    deliver: (event) => {
      const { time } = v.parse(Shown, event.detail);
      if (time === undefined || time >= since.toISOString()) console.info(`Event ${describe(event)}`);
      if (to !== undefined && isPosted(event)) last = last.then(() => send(to, event));
    },
    settled: async () => {
      await last;
      await Promise.all(again);
    },
  };
};
