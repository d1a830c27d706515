import { useLayoutEffect, useRef } from 'preact/hooks';
import { isMap } from '../../shared/schema/scalar.ts';
import { beginsAsPage, findEmbedded, isPage, longestFile } from '../../verifier/document.ts';
import type { KeyFileFault, PublishedKeys } from '../../verifier/keys.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';
import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';
import { readKeptCheckpoint } from '../../verifier/log/checkpoints.ts';

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

/** A file that was not used, and why. */
export type FileRemark = 'unreadable' | 'tooLong' | 'keysAsDocument' | 'documentForLog' | 'spareDocument' | 'spareKeys';

/** A file from the reader, by kind. */
export type Dropped =
  | { readonly is: 'document'; readonly name: string; readonly bytes: Uint8Array; readonly fromPage: boolean }
  | { readonly is: 'keys'; readonly keys: PublishedKeys }
  | { readonly is: 'checkpoint'; readonly checkpoint: KeptCheckpoint }
  | { readonly is: 'nothing'; readonly why: Unused };

/** Why a file was not used: a remark or a fault of a key file in all languages, or a sentence of the verifier in English. */
export type Unused =
  | { readonly remark: FileRemark; readonly name: string }
  | { readonly keyFault: KeyFileFault }
  | { readonly english: string };

const unused = (remark: FileRemark, name: string): Dropped => ({ is: 'nothing', why: { remark, name } });

const refused = (english: string): Dropped => ({ is: 'nothing', why: { english } });

/** The field in which the reader chose the file. */
export type Expected = 'keys' | 'document' | 'checkpoint';

/** Longer than any file but a document. */
const longestOther = 1024 * 1024;

const looksLikeKeys = (text: string): boolean =>
  /^\s*\{\s*"(?:keys|logKeys|kty|crv|kid|alg|use|usedFrom|x|y)"/.test(text);

/** Whether a text is a page or a document. Others decide what stands in these, so nothing else is taken out of them. */
const isDocument = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) && 'statement' in value;
  } catch {
    return isPage(text);
  }
};

/** Whether a text has a signature line after an empty one. */
const looksLikeNote = (text: string): boolean => /\n\r?\n\u2014 /.test(text);

const asCheckpoint = (name: string, text: string): Dropped => {
  if (isDocument(text)) return unused('documentForLog', name);
  const read = readKeptCheckpoint(text, name);
  return 'kept' in read ? { is: 'checkpoint', checkpoint: read.kept } : refused(read.fault);
};

/** Whether a dropped file is a checkpoint, or was meant to be. */
const looksLikeCheckpoint = (name: string, text: string): boolean =>
  !isDocument(text) && (looksLikeNote(text) || 'kept' in readKeptCheckpoint(text, name));

const asKeys = async (name: string, text: string): Promise<Dropped> => {
  const read = await readPublishedKeys(text, name);
  return 'keys' in read ? { is: 'keys', keys: read.keys } : { is: 'nothing', why: { keyFault: read.fault } };
};

/** A page without a document stays unchanged: the verification reports what is missing. */
const asDocument = (name: string, bytes: Uint8Array, text: string): Dropped => {
  const found = beginsAsPage(bytes) ? findEmbedded(text) : undefined;
  return { is: 'document', name, bytes: found ?? bytes, fromPage: found !== undefined };
};

/**
 * Reads a file from the reader.
 *
 * @param expected the field in which it was chosen; a dropped file is recognised by its form
 * @throws DOMException if the browser cannot read it
 */
export const readDropped = async (file: File, expected?: Expected): Promise<Dropped> => {
  const { name } = file;
  if (file.size > longestFile) return unused('tooLong', name);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isShort = bytes.length <= longestOther;
  if (expected === 'checkpoint' || (expected === undefined && isShort && looksLikeCheckpoint(name, text)))
    return asCheckpoint(name, text);
  const isKeys = looksLikeKeys(text);
  if (isKeys && expected === 'document') return unused('keysAsDocument', name);
  return expected === 'keys' || isKeys ? asKeys(name, text) : asDocument(name, bytes, text);
};

/** The old and the new checkpoints, each once. */
export const addCheckpoints = (
  before: readonly KeptCheckpoint[],
  added: readonly KeptCheckpoint[],
): readonly KeptCheckpoint[] => [...new Map([...before, ...added].map((kept) => [kept.whole, kept])).values()];
