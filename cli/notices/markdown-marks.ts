import type { Finding } from '../../pages/html/lint.ts';

/** Where prose stands. */
export interface ProsePlace {
  readonly isParagraph: boolean;
  readonly isQuoted: boolean;
  /** Whether the text defines addresses for references. */
  readonly hasDefinitions: boolean;
}

/** Finds marks of Markdown that were not understood and stay in the text as they are typed. */
export const findMarks = (prose: string, { isParagraph, isQuoted, hasDefinitions }: ProsePlace): Finding[] => [
  ...unread.flatMap(([pattern, says]) => findAll(prose, pattern, says)),
  ...(isParagraph ? inParagraphs.flatMap(([pattern, says]) => findAll(prose, pattern, says)) : []),
  ...(isQuoted ? findAll(prose, /^\[![a-z]+\]/gi, 'alerts of GitHub are not supported; write the word in bold') : []),
  ...(hasDefinitions
    ? findAll(
        prose,
        /\[(?=[^[\]\n]*[\p{L}\p{N}])[^[\]\n^]+\](?![([])/gu,
        'nothing defines this reference; define it, or write a backslash before the bracket',
      )
    : []),
  ...Array.from(prose.matchAll(/\*+|_+|~{2,}|={2,}|`+/g))
    .filter(({ 0: run, index }) => isMark(run, prose.slice(0, index), prose.slice(index + run.length)))
    .map(({ 0: run, index }) => ({
      offset: index,
      source: prose
        .slice(Math.max(0, index - 20), index + 40)
        .replaceAll('\ufffc', '')
        .replaceAll('\n', ' '),
      says: `${run} stays as it is typed; put such marks directly around the words with a blank or punctuation outside, write <strong>…</strong> or <em>…</em>, or write a backslash before the sign`,
    })),
];

const findAll = (prose: string, pattern: RegExp, says: string): Finding[] =>
  Array.from(prose.matchAll(pattern), ({ 0: source, index: offset }) => ({
    offset,
    source: source.replaceAll('\ufffc', ''),
    says,
  }));

const unread: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/\^\[[^[\]\n]+\]/g, 'is no footnote; write [^1], and [^1]: and its text on a line of its own'],
  [/\[\^[^\s[\]]+\]/g, 'nothing defines this footnote; write [^1]: and its text on a line of its own'],
  [
    /(?:\[[^[\]\n]{0,200})?\]\(/g,
    'a link that stays as it is typed; in its address, write %20 for a blank, and nothing for a blank in a telephone number; inside HTML write <a href="…">',
  ],
  [/\[[^[\]\n]{1,200}\]\s+\((?=https?:|mailto:|tel:|#|\ufffc)/g, 'is no link; write nothing between ] and ('],
  [
    /\[[^[\]\n]{1,200}\]\[[^[\]\n]{0,200}\]/g,
    'nothing defines this reference; write its definition, or a link with its address',
  ],
  [
    /(?<![^\s\p{P}])~(?=[^\s~])[^~\n]*[^\s~]~(?![^\s\p{P}])/gu,
    'write ~~ on both sides for what is struck out, or a backslash before the sign',
  ],
];

const inParagraphs: readonly (readonly [pattern: RegExp, says: string])[] = [
  [
    /^[ \t]*(?:#{2,}\S|#\p{L}|#{7,}|#{1,6}[^\S \t\r\n]|={3,}[ \t]*$).*$/gmu,
    'is no heading; write one to six # and a blank before its text, or a backslash before the sign',
  ],
  [
    /^[ \t]*(?:\|.*\||\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+)[ \t]*$/gm,
    'is no row of a table; below the header, write a line such as |---|---| with as many columns as the header has',
  ],
];

const isWord = (text: string): boolean => /^[\p{L}\p{N}\p{M}\ufffc]$/u.test(text);

const isBlank = (text: string): boolean => text === '' || /^\s$/.test(text);

/** Whether a sign in the text is a mark that was meant for something, and not a sign as in 5 * 6, E-mail*, snake_case, _ga or l`une. */
const isMark = (run: string, textBefore: string, textAfter: string): boolean => {
  const [before, after] = [[...textBefore.slice(-2)].at(-1) ?? '', [...textAfter.slice(0, 2)][0] ?? ''];
  const isOpen = isBlank(before) && isBlank(after);
  if (run.startsWith('`')) return run.length > 1 || !isWord(before) || !isWord(after);
  if (run.startsWith('*')) {
    if (run.length > 1) return true;
    if (isWord(before) && isWord(after)) return !/\d/.test(before) || !/\d/.test(after);
    return !isBlank(after) && !/[.,;:!?)\]/|]/.test(after);
  }
  if (isOpen || (isWord(before) && isWord(after))) return false;
  if (!run.startsWith('_')) return true;
  if (isWord(before)) return run.length > 1;
  if (!isWord(after)) return !isBlank(after) && !isBlank(before);
  return run.length > 1 && !/^(?!\w*?__)[\w.-]*(?:[_\d]|[\w-]\s*(?:$|[|,;:.)]))/.test(textAfter);
};
