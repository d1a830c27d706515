import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import type { FileEntry } from './entry.ts';
import { lineCharacters } from './entry.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const refuseHalf = (file: string, line: number): CommandError =>
  new CommandError(
    `${tame(file)} ends in the middle of line ${line}, so it is incomplete. Copy or export it again. Nothing was changed.`,
    'usage',
  );

const refuseLong = (file: string, line: number): CommandError =>
  new CommandError(
    `Line ${line} of ${tame(file)} is too long for a consent. Give a file of JSON lines, with one consent in each line.`,
    'usage',
  );

/** Splits pieces of text into lines without line breaks; text after the last break comes last, marked. */
async function* splitLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly text: string; readonly isEnded: boolean }> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, isEnded: true };
    if (rest.length > lineCharacters) yield { text: rest, isEnded: false };
  }
  if (rest !== '') yield { text: rest, isEnded: false };
}

/**
 * The lines of a JSON lines file, without the empty ones.
 *
 * @throws CommandError usage when the last line is incomplete or a line is too long
 */
export async function* readJsonLines(file: string, pieces: AsyncIterable<string>): AsyncGenerator<FileEntry> {
  let line = 0;
  for await (const { text, isEnded } of splitLines(pieces)) {
    line += 1;
    if (text.length > lineCharacters) throw refuseLong(file, line);
    const raw = text.trim();
    if (raw === '') continue;
    if (!isEnded && !isJson(raw)) throw refuseHalf(file, line);
    yield { line, raw };
  }
}
