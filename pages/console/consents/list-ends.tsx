import type { VNode } from 'preact';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { pushEntry, readEntry } from '../find/history-entry.ts';
import { useWords } from '../language.ts';

type ListAddress = Extract<Address, { view: 'consents' }>;

/** Whether a click leaves this page, and does not open another window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Links to older and newer rows. The browser history keeps the search values for them. */
export const ListEnds = ({
  address,
  next,
  isCut,
}: {
  readonly address: ListAddress;
  readonly next: string | null;
  readonly isCut: boolean;
}): VNode => {
  const words = useWords('consents');
  const { question, follows } = readEntry();
  const lead =
    (fragment: string, entry: ReturnType<typeof readEntry>) =>
    (event: MouseEvent): void => {
      if (!isPlain(event)) return;
      event.preventDefault();
      pushEntry(fragment, { ...(question !== undefined && { question }), ...entry });
    };
  const newest = toFragment({ ...address, after: undefined });
  const older = next === null ? '' : toFragment({ ...address, after: next });
  return (
    <nav class="actions screen" aria-label={words.heading}>
      {address.after === undefined ? null : (
        <a class="button" href={newest} onClick={lead(newest, {})}>
          {words.newest}
        </a>
      )}
      {follows === 'newer' ? (
        <button type="button" onClick={() => history.back()}>
          {words.newer}
        </button>
      ) : null}
      {older === '' ? null : (
        <a class="button" href={older} onClick={lead(older, { follows: 'newer' })}>
          {isCut ? words.goOn : words.older}
        </a>
      )}
    </nav>
  );
};
