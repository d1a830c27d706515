import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Followed } from '../calls/use-call.tsx';
import { readEntry } from '../frame/history-entry.ts';
import { useText, useWriting } from '../language.ts';
import { useSession } from '../session/session.ts';
import { timeOfId } from './listed-consent.ts';

/**
 * How many rows a page of a list has, and of how many: that is known where the page ends the list and the reader came from its beginning, and later
 * on its other pages too.
 *
 * @param list what identifies the list among those of the session
 */
export const useCount = ({
  list,
  isFirst,
  found: { rows, next, isCut },
}: {
  readonly list: string;
  readonly isFirst: boolean;
  readonly found: Followed<unknown>;
}): string => {
  const t = useText();
  const writing = useWriting();
  const { memory } = useSession();
  const place = `count of ${list}`;
  const { shown: before = isFirst ? 0 : undefined } = readEntry();
  const counted = next === null && before !== undefined ? before + rows.length : undefined;
  const all = counted ?? (memory.get(place) as number | undefined);
  useEffect(() => {
    if (counted !== undefined) memory.set(place, counted);
  }, [counted]);
  const count = rows.length;
  if (isFirst && next === null) return t('consents.shown', { count });
  if (isFirst && all === undefined && !isCut) return t('consents.newestOnes', { count: writing.number(count) });
  if (before === undefined || all === undefined || all < before + count) return t('consents.shown', { count });
  const shown =
    before === 0 ? writing.number(count) : `${writing.number(before + 1)}–${writing.number(before + count)}`;
  return t('consents.ofAll', { shown, all: writing.number(all) });
};

/** That a search ended before there were enough rows, because it took too many calls. */
export const Cut = ({ next }: { readonly next: string | null }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  return next === null ? null : <p class="note">{t('consents.lookedThrough', { day: writing.day(timeOfId(next)) })}</p>;
};
