import { isMap } from '../../shared/schema/scalar.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/log/signed-note.ts';
import { KeyFault } from '../key-fault.ts';

/** The log keys in a key file, as `evidence keys` writes them. @throws KeyFault */
export const readLogKeys = (value: unknown): readonly string[] => {
  const listed = (isMap(value) ? value.logKeys : undefined) ?? [];
  if (!Array.isArray(listed)) throw new KeyFault('has "logKeys" that are no list of log keys.');
  const given: readonly unknown[] = listed;
  return given.map((key) => {
    const read = typeof key === 'string' ? parseNoteKey(key) : undefined;
    if (read === undefined || writeNoteKey(read) !== key)
      throw new KeyFault('has a damaged log key: the form in "logKeys" is <name>+<hash>+<key>.');
    return writeNoteKey(read);
  });
};
