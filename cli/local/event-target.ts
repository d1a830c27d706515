import * as v from 'valibot';
import { RegisterEvent } from '../../shared/log/event-schemas.ts';
import type { BusEvent } from './aws.ts';

/** How long an API destination waits for an answer. */
const deliveryMilliseconds = 5_000;

const postedTypes: ReadonlySet<string> = new Set(RegisterEvent.options.map(({ entries }) => entries.type.literal));

/** Posts as an API destination without a template does. @returns what failed; undefined on success */
const post = async (url: string, event: BusEvent): Promise<string | undefined> => {
  try {
    const { status, ok, body } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(event),
      redirect: 'manual',
      signal: AbortSignal.timeout(deliveryMilliseconds),
    });
    await body?.cancel();
    return ok ? undefined : `status ${status}`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? 'no answer within 5 seconds' : 'no connection';
  }
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
  /** Prints the event in one line, and posts it once, after the events before it. */
  readonly deliver: (event: BusEvent) => void;
  /** Resolves when all events so far are posted. */
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
  const send = async (url: string, event: BusEvent): Promise<void> => {
    const why = await post(url, event);
    if (why !== undefined) console.error(`Not delivered to ${url} (${why}): ${describe(event)}`);
  };
  return {
    deliver: (event) => {
      const { time } = v.parse(Shown, event.detail);
      if (time === undefined || time >= since.toISOString()) console.info(`Event ${describe(event)}`);
      if (to !== undefined && isPosted(event)) last = last.then(() => send(to, event));
    },
    settled: () => last,
  };
};
