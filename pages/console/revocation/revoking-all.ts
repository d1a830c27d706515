import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client, ListedConsent } from '../../../client/typescript/index.ts';
import type { Keyed } from '../acts/sending.ts';
import { isRefusal, keyFor } from '../acts/sending.ts';
import { followList } from '../calls/use-call.tsx';
import { beginList, mostPerPage } from '../consents/listed-consent.ts';
import type { PersonValue } from '../find/person-value.ts';
import { useSession } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { toRevocation } from './draft.ts';
import type { Revoked } from './revoke-once.ts';
import { revokeOnce } from './revoke-once.ts';

/** A revoked or erased consent cannot be revoked; an expired or superseded one can. */
export const isRevocable = ({ revokeTime, eraseTime }: ListedConsent): boolean =>
  revokeTime === null && eraseTime === null;

/** How far a revocation of several consents has come. */
export type RevokingState =
  | 'not-sent'
  | 'under-way'
  /** Some failed, and may be sent again. */
  | 'failed'
  | 'stopped'
  /** All are revoked, and the list is read again. */
  | 'looking'
  | 'not-looked'
  /** The second look found more. */
  | 'later'
  | 'done';

/** After so many failures in a row, the rest would fail too. */
const mostInARow = 3;

/** The most consents and calls of a second look. What it does not reach, the next one does. */
const [mostConsents, mostCalls] = [1_000, 60];

/** Milliseconds in which lists of values follow (docs/api.md, Finding). */
const moment = 1_500;

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, moment);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const findRest = async (client: Client, values: readonly PersonValue[], signal: AbortSignal) => {
  const { rows } = await followList({
    read: beginList(client, { filter: {}, readings: [values] }, signal),
    wanted: mostConsents,
    perPage: mostPerPage,
    calls: mostCalls,
    isStopped: () => signal.aborted,
    onProgress: () => {},
  });
  return rows.filter(isRevocable);
};

/** Revokes consents one after the other, each once: a repeated attempt has the key of the first. Then it looks for more. */
export const useRevokingAll = (values: readonly PersonValue[], draft: Draft) => {
  const { client, memory, user } = useSession();
  const [state, setState] = useState<RevokingState>('not-sent');
  const [revoked, setRevoked] = useState<ReadonlyMap<string, Revoked>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [later, setLater] = useState<readonly ListedConsent[]>([]);
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const begin = (next: RevokingState): AbortSignal => {
    giveUp.current = new AbortController();
    setState(next);
    return giveUp.current.signal;
  };

  const lookAgain = async (signal: AbortSignal): Promise<void> => {
    setState('looking');
    await pause(signal);
    try {
      const rest = await findRest(client, values, signal);
      if (signal.aborted) return;
      setLater(rest);
      setState(rest.length === 0 ? 'done' : 'later');
    } catch {
      if (!signal.aborted) setState('not-looked');
    }
  };

  const revoke = async (id: string, signal: AbortSignal): Promise<Revoked> => {
    const revocation = toRevocation(id, draft);
    const place = `revocation-key-${id}`;
    const keyed = keyFor(memory.get(place) as Keyed | undefined, revocation);
    memory.set(place, keyed);
    try {
      return await revokeOnce(client, user.id, revocation, { signal, idempotencyKey: keyed.key });
    } catch (error) {
      if (isRefusal(error)) memory.delete(place);
      throw error;
    }
  };

  const send = async (consents: readonly ListedConsent[]): Promise<void> => {
    const signal = begin('under-way');
    const [done, wrong] = [new Map(revoked), new Map<string, unknown>()];
    setFailed(wrong);
    setLater([]);
    let inARow = 0;
    for (const { id } of consents.filter((one) => !done.has(one.id))) {
      try {
        if (inARow < mostInARow) done.set(id, await revoke(id, signal));
        else wrong.set(id, [...wrong.values()].at(-1));
        inARow = inARow < mostInARow ? 0 : inARow;
      } catch (error) {
        if (signal.aborted) break;
        wrong.set(id, error);
        inARow += 1;
      }
      setRevoked(new Map(done));
      setFailed(new Map(wrong));
    }
    if (signal.aborted) return;
    if (wrong.size > 0) setState('failed');
    else await lookAgain(signal);
  };

  const stop = (): void => {
    giveUp.current.abort();
    setState('stopped');
  };
  const look = (): Promise<void> => lookAgain(begin('looking'));
  return { state, revoked, failed, later, send, look, stop };
};
