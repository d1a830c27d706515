import type { VNode } from 'preact';
import type { RequestedErasure } from '../../../client/typescript/index.ts';
import { toFragment } from '../address.ts';
import { useCall } from '../calls/use-call.tsx';
import { useText } from '../language.tsx';
import { localDay } from '../writing.ts';

/** Whether the operator still has something to do. */
export const isOpen = ({ state }: RequestedErasure): boolean => state === 'open' || state === 'erasing';

/** Whether the day has passed by which the person must have an answer. */
export const isOverdue = (request: RequestedErasure): boolean => isOpen(request) && request.dueOn < localDay();

/** The nearest deadline first. */
export const byDeadline = (one: RequestedErasure, other: RequestedErasure): number =>
  one.dueOn < other.dueOn ? -1 : 1;

/** Warns of consents that the newest requests name already. It says nothing if they cannot be read. */
export const AlreadyAsked = ({ ids }: { readonly ids: readonly string[] }): VNode | null => {
  const t = useText();
  const { outcome } = useCall((client, signal) => client.listErasureRequests({ perPage: 50 }, { signal }), []);
  if (outcome.is !== 'done') return null;
  const named = new Set(outcome.value.data.filter(isOpen).flatMap(({ consentIds }) => consentIds));
  if (!ids.some((id) => named.has(id))) return null;
  return (
    <p class="warning" role="status">
      {t('erasures.ask.already')} <a href={toFragment({ view: 'erasures' })}>{t('erasures.ask.all')}</a>
    </p>
  );
};
