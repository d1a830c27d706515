import type { Cells } from './cells.ts';
import { nameSource, nameText, readSource } from './cells.ts';
import type { Source } from './mapping.ts';

/** One record being read: its cells, and what is wrong with it. Messages name columns and never repeat their content. */
export class Reading {
  readonly faults: string[] = [];
  readonly cells: Cells;

  constructor(cells: Cells) {
    this.cells = cells;
  }

  refuse(reason: string): undefined {
    this.faults.push(reason);
    return undefined;
  }

  /** A required text. */
  word(what: string, source: Source): string | undefined {
    const text = readSource(source, this.cells)?.trim();
    if (text === undefined) {
      return this.refuse(
        `${what}: The mapping does not translate the text in ${nameSource(source)}. Add it to values.`,
      );
    }
    return text === '' ? this.refuse(`${what}: There is no text in ${nameSource(source)}.`) : text;
  }

  /** One of a list of words. */
  oneOf<Word extends string>(what: string, words: readonly Word[], source: Source): Word | undefined {
    const text = this.word(what, source);
    if (text === undefined) return undefined;
    return (
      words.find((word) => word === text) ??
      this.refuse(`${what}: ${nameText(source)} is not one of ${words.join(', ')}. Add it to values in the mapping.`)
    );
  }

  /** Texts that are present; an empty cell leaves its member out. */
  texts(sources: Readonly<Record<string, Source>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(sources).flatMap(([name, source]) => {
        const text = readSource(source, this.cells);
        if (text === undefined)
          this.refuse(`${name}: The mapping does not translate the text in ${nameSource(source)}. Add it to values.`);
        return text === undefined || text.trim() === '' ? [] : [[name, text]];
      }),
    );
  }
}
