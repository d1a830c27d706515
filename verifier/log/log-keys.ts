import { isMap } from '../../shared/schema/scalar.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/transparency/signed-note.ts';
import { KeyFault } from '../key-fault.ts';

/** The log keys in a key file, as `evidence keys` writes them. @throws KeyFault */
export const readLogKeys = (value: unknown): readonly string[] => {
  const given: readonly unknown[] = isMap(value) && Array.isArray(value.logKeys) ? value.logKeys : [];
  return given.map((key) => {
    const read = typeof key === 'string' ? parseNoteKey(key) : undefined;
    if (read === undefined) throw new KeyFault('has a damaged log key: the form in "logKeys" is <name>+<hash>+<key>.');
    return writeNoteKey(read);
  });
};
