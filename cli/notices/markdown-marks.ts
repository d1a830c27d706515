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

/** Ends a line that a break ends in the text too. */
export const lineBreak = '\u2028';

/** Signs of lists of word processors, and signs of Markdown that are none where they stand. */
const bullet = /^(?:[•·▪▫‣◦●○■□➢✓✔✗❖]\s*\S|o\t|[*+-]\s+[^\s\d]|:(?: {2,}|\t)\S)/;

const dash = /^[–—-]\s/;

/** The sign of an item: a number in parts, a letter or a roman number. */
const itemSign = /^(\(?)((?:\d{1,3}\.){0,3})(\d{1,3}|[a-z]{1,4})([.)])?[ºª°]?(?=\s)/i;

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/**
 * Finds items in a paragraph whose signs begin no list in Markdown: readers would see them in one line.
 *
 * @param sign that of the item that begins with the paragraph; empty if none does
 */
export const findLostItems = (prose: string, sign: string): Finding[] => {
  const found: Finding[] = [];
  let [offset, last, isJoined] = [0, sign, false];
  for (const line of prose.split('\n')) {
    const text = line.replace(/^[>\s\ufffc]+/, '');
    const { written, before } = readSign(text);
    if (isJoined && (bullet.test(text) || before.includes(last))) {
      const says =
        'readers would see this item in one line with what is above it; write an empty line or two blanks before the end of the line above, or a list with - or 1. and fewer blanks before it';
      found.push({ offset, source: line.replaceAll('\ufffc', ''), says });
    }
    if (written !== '') last = written;
    offset += line.length + 1;
    isJoined = !line.includes(lineBreak);
  }
  return found;
};

/** The marker that starts a line, and the markers that can precede it in a list. */
const readSign = (line: string): { readonly written: string; readonly before: readonly string[] } => {
  if (dash.test(line)) return { written: '–', before: ['–'] };
  const [, open = '', parts = '', last = '', close = ''] = itemSign.exec(line.toLowerCase()) ?? [];
  if (last === '' || (close === '' && parts === '')) return { written: '', before: [] };
  const start = `${open}${parts}`;
  if (/\d/.test(last)) {
    const first = last === '1' && parts !== '' ? [start.slice(0, -1)] : [];
    return { written: `${start}${last}`, before: [`${start}${Number(last) - 1}`, ...first] };
  }
  const roman = romans[romans.indexOf(last) - 1] ?? [];
  const letter = last.length === 1 ? String.fromCharCode(last.charCodeAt(0) - 1) : [];
  return { written: `${start}${last}`, before: [roman, letter].flat().map((sign) => `${start}${sign}`) };
};
