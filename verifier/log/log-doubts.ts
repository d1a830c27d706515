import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Checkpoint } from '../../shared/transparency/checkpoint.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { partOf, whatOf } from './leaf-words.ts';

/** The reader's key file names other logs but not this one. A stamp does not make it the register's log. */
export const doubtKey = (key: string, keys: PublishedKeys | undefined): readonly Check[] => {
  const known = keys?.logKeys ?? [];
  if (keys === undefined || known.length === 0 || known.includes(key)) return [];
  return [
    asks(
      'log-key',
      'log',
      `${tame(keys.whence)} does not name the log of this document. Anybody can make a log, and it may differ from the register's log.`,
    ),
  ];
};

/** The greatest difference between clocks of the register, in milliseconds. */
const tolerance = 300_000;

const happened = (event: ProvableEvent, { times, notice, erasure, imported }: Statement): string | null | undefined => {
  if (event === 'notice.published') return notice.publishedAt;
  if (event === 'consent.erased') return erasure?.time;
  if (event === 'consent.imported') return imported?.time;
  return event === 'consent.revoked' ? times.revoked : times.given;
};

/** An event, and a checkpoint that contains it. */
interface Proved {
  readonly event: ProvableEvent;
  readonly head: Checkpoint;
}

/** Checkpoints, of the document or kept, that contain an event later than their own time: one of the two times is wrong. */
export const doubtTimes = (proved: readonly Proved[], statement: Statement): readonly Check[] => {
  const doubts = proved.flatMap(({ event, head }) => {
    const time = happened(event, statement);
    if (!time || head.time.getTime() + tolerance >= Date.parse(time)) return [];
    const says = `The checkpoint of ${head.size} leaves has the time ${head.time.toISOString()}, but contains ${whatOf(event)}, which is later: ${time}. One of the two times is wrong.`;
    return [asks('log-order', partOf(event), says)];
  });
  return [...new Map(doubts.map((doubt) => [`${doubt.part} ${doubt.says}`, doubt])).values()];
};
