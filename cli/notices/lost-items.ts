import type { Finding } from '../../pages/html/lint.ts';

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
