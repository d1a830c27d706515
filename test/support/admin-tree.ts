import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { program } from '../../cli/program.ts';

/** A command that does something, by the words that call it. */
export interface Leaf {
  readonly name: string;
  readonly isChanging: boolean;
  /** Those of its own, as they are typed. */
  readonly options: readonly (string | undefined)[];
}

/** The option of every command that changes something; another may have a `--reason` of another kind. */
const whyChanged = '--reason <text>';

const walk = (command: CommandUnknownOpts, words: readonly string[]): Leaf[] => {
  if (command.commands.length > 0) {
    return command.commands.flatMap((child) => walk(child, [...words, child.name()]));
  }
  const options = command.options.map(({ long }) => long);
  const isChanging = command.options.some(({ flags }) => flags === whyChanged);
  return [{ name: words.join(' '), isChanging, options }];
};

/** All commands but the one that shells ask for completions. */
export const leaves: readonly Leaf[] = walk(program, []).filter(({ name }) => name !== 'complete');
