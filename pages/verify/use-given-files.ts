import { useLayoutEffect, useRef } from 'preact/hooks';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import type { Dropped, Expected, FileRemark, Unused } from './dropped.ts';
import { readDropped } from './dropped.ts';

type Kind<Is extends Dropped['is']> = Extract<Dropped, { readonly is: Is }>;

/** Receives the files that were read. */
interface Destinations {
  readonly document: (document: Kind<'document'>) => void;
  readonly keys: (keys: Kind<'keys'>) => void;
  /** Receives checkpoints, in addition to earlier ones. */
  readonly checkpoints: (checkpoints: readonly KeptCheckpoint[]) => void;
  /** Receives the files that were not used; none if all were. */
  readonly note: (files: readonly Unused[]) => void;
}

export type Take = (files: readonly File[], expected?: Expected) => Promise<void>;

const read = (file: File, expected: Expected | undefined): Promise<Dropped> =>
  readDropped(file, expected).catch(() => ({ is: 'nothing', why: { remark: 'unreadable', name: file.name } }));

const isKind =
  <Is extends Dropped['is']>(is: Is) =>
  (dropped: Dropped): dropped is Kind<Is> =>
    dropped.is === is;

const findSpare = ([, ...spare]: readonly { readonly name: string }[], remark: FileRemark): readonly Unused[] =>
  spare.map(({ name }) => ({ remark, name }));

/** Reads files. The last one given counts, however long each takes to read. */
export const useTaking = ({ document, keys, checkpoints, note }: Destinations): Take => {
  const turns = useRef({ given: 0, document: 0, keys: 0, note: 0 });
  return async (files, expected) => {
    const turn = ++turns.current.given;
    const isLast = (what: 'document' | 'keys' | 'note'): boolean => {
      if (turns.current[what] > turn) return false;
      turns.current[what] = turn;
      return true;
    };
    const all = await Promise.all(files.map((file) => read(file, expected)));
    const [documents, sets] = [all.filter(isKind('document')), all.filter(isKind('keys'))];
    if (sets[0] && isLast('keys')) keys(sets[0]);
    if (documents[0] && isLast('document')) document(documents[0]);
    const kept = all.filter(isKind('checkpoint')).map(({ checkpoint }) => checkpoint);
    if (kept.length > 0) checkpoints(kept);
    const unused = all.filter(isKind('nothing')).map(({ why }) => why);
    const spare = [
      ...findSpare(documents, 'spareDocument'),
      ...findSpare(
        sets.map((set) => ({ name: set.keys.source })),
        'spareKeys',
      ),
    ];
    if (isLast('note')) note([...unused, ...spare]);
  };
};

/** Reads files dropped anywhere on the page. */
export const useDrop = (take: Take): void => {
  const taker = useRef(take);
  taker.current = take;
  useLayoutEffect(() => {
    const allow = (event: DragEvent): void => event.preventDefault();
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      void taker.current(Array.from(event.dataTransfer?.files ?? []));
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);
};
