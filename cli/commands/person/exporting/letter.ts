import { isVisible, tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { readTextFile } from '../../../notices/text-file.ts';

/** The officer's text for the person. @throws CommandError usage when it is unreadable or empty */
export const readLetter = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const read = await readTextFile(file);
  if ('problem' in read) throw new CommandError(`${tame(file)} ${read.problem}`, 'usage');
  if (!isVisible(read.text))
    throw new CommandError(
      `${tame(file)} is empty. Write the text for the person into it, or leave --letter out.`,
      'usage',
    );
  return read.text;
};
