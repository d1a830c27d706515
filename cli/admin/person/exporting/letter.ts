import { isVisible, tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { readTextFile } from '../../../notices/text-file.ts';

/** What the officer adds for the person, as text. @throws CommandError usage where it cannot be read, or says nothing */
export const readLetter = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const read = await readTextFile(file);
  if ('problem' in read) throw new CommandError(`${tame(file)} ${read.problem}`, 'usage');
  if (!isVisible(read.text)) throw new CommandError(`${tame(file)} says nothing.`, 'usage');
  return read.text;
};
