import { makeVisible } from '../../shared/schema/visible-text.ts';

/** Something in markup that a text may not have. */
export interface Finding {
  /** Where it begins in the markup. */
  readonly offset: number;
  /** The markup that it begins with, as it is written there. */
  readonly source: string;
  readonly says: string;
}

/** What was found in markup. */
export interface Findings {
  /** Of the tag, comment or declaration at the offset. */
  readonly addTag: (offset: number, says: string) => void;
  /** Of what stands around the offset. */
  readonly addPlace: (offset: number, says: string) => void;
  /** Of a part of the text that is known. */
  readonly addText: (offset: number, source: string, says: string) => void;
  /** The findings, in the order of the markup. No more are kept than anybody reads. */
  readonly list: () => Finding[];
  readonly count: () => number;
}

/** Kept of each text; more are only counted. */
const keptFindings = 1_000;

const excerptCharacters = 60;

/** Room for the longest message. A name in it may be of any length. */
const messageCharacters = 500;

/** The start tag or the like at an offset, without looking for an end that is far away. */
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

/** What a finding says, after the markup that it is about, in one line that is fit for a terminal. */
export const describeFinding = ({ source, says }: Finding): string =>
  `${cut(source.replace(/\s+/g, ' ').trim(), excerptCharacters)}: ${cut(says, messageCharacters)}.`;
