import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Checkpoint } from '../../shared/transparency/checkpoint.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { partOf, whatOf } from './leaf-words.ts';

/** A log that the reader's key file does not name, though it names others: stamps do not make it the register's. */
export const doubtKey = (key: string, keys: PublishedKeys | undefined): readonly Check[] => {
  const known = keys?.logKeys ?? [];
  if (keys === undefined || known.length === 0 || known.includes(key)) return [];
  return [
    asks(
      'log-key',
      'log',
      `The log of the document is none that ${tame(keys.whence)} names, and anybody can make one. It may say what the log of the register does not.`,
    ),
  ];
};

/** Clocks of the register may differ by so much. */
const tolerance = 300_000;

const happened = (event: ProvableEvent, { times, notice, erasure, imported }: Statement): string | null | undefined => {
  if (event === 'notice.published') return notice.publishedAt;
  if (event === 'consent.erased') return erasure?.time;
  if (event === 'consent.imported') return imported?.time;
  return event === 'consent.revoked' ? times.revoked : times.given;
};

/** An event, and a checkpoint that has it. */
interface Proved {
  readonly event: ProvableEvent;
  readonly head: Checkpoint;
}

/** Checkpoints that have what came after their own time, of the document or kept: one of both times is wrong. */
export const doubtTimes = (proved: readonly Proved[], statement: Statement): readonly Check[] => {
  const doubts = proved.flatMap(({ event, head }) => {
    const time = happened(event, statement);
    if (!time || head.time.getTime() + tolerance >= Date.parse(time)) return [];
    const says = `The checkpoint of ${head.size} leaves says ${head.time.toISOString()}, and has ${whatOf(event)}, which came later: ${time}. One of both times is wrong.`;
    return [asks('log-order', partOf(event), says)];
  });
  return [...new Map(doubts.map((doubt) => [`${doubt.part} ${doubt.says}`, doubt])).values()];
};
