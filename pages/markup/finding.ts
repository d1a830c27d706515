import { makeVisible } from '../../shared/schema/visible-text.ts';

/** A finding: something that markup of a text may not have. */
export interface Finding {
  /** Where it begins in the markup. */
  readonly offset: number;
  /** The markup at its beginning, as written. */
  readonly source: string;
  readonly says: string;
}

/** The findings in a text's markup. */
export interface Findings {
  /** Adds a finding about the tag, comment or declaration at the offset. */
  readonly addTag: (offset: number, says: string) => void;
  /** Adds a finding about the text around the offset. */
  readonly addPlace: (offset: number, says: string) => void;
  /** Adds a finding about a known part of the text. */
  readonly addText: (offset: number, source: string, says: string) => void;
  /** The findings in the order of the markup, up to a readable number. */
  readonly list: () => Finding[];
  readonly count: () => number;
}

/** Kept for each text; others are only counted. */
const keptFindings = 1_000;

const excerptCharacters = 60;

/** The longest message. A name in it may have any length. */
const messageCharacters = 500;

/** The start tag or similar at an offset, cut if its end is far away. */
const tagAt = (html: string, offset: number): string =>
  /^[^>]*>?/.exec(html.slice(offset, offset + 4 * excerptCharacters))?.[0] ?? '';

const lineAround = (html: string, offset: number): string => {
  const before = html.slice(Math.max(0, offset - 20), offset);
  const after = html.slice(offset, offset + 20);
  return `${before.slice(before.lastIndexOf('\n') + 1)}${after.split('\n', 1)[0]}`;
};

export const newFindings = (html: string): Findings => {
  const kept: Finding[] = [];
  let count = 0;
  const add = (offset: number, cut: () => string, says: string): void => {
    count += 1;
    if (kept.length < keptFindings) kept.push({ offset, source: cut(), says });
  };
  return {
    addTag: (offset, says) => add(offset, () => tagAt(html, offset), says),
    addPlace: (offset, says) => add(offset, () => lineAround(html, offset), says),
    addText: (offset, source, says) => add(offset, () => source, says),
    list: () => kept.toSorted((one, other) => one.offset - other.offset),
    count: () => count,
  };
};

const cut = (text: string, characters: number): string => {
  const all = [...text];
  return makeVisible(all.length > characters ? `${all.slice(0, characters).join('')}…` : text);
};

/** A finding in one line that is safe for a terminal, after the markup that it is about. */
export const describeFinding = ({ source, says }: Finding): string =>
  `${cut(source.replace(/\s+/g, ' ').trim(), excerptCharacters)}: ${cut(says, messageCharacters)}.`;
