import type { Finding } from '../../pages/html/lint.ts';

/** The most marks in a paragraph, item or row: parsers compare each mark with every other one. */
const mostMarks = 1_000;

/** The most lists and quotations in each other. */
const deepest = 32;

const marks = /\*+|_+|~+|`+|[[\]<]/g;

/** The signs of lists, quotations and footnotes at the start of a line. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,200}\]:))*/;
const container = />|[-+*](?=[ \t])|\d{1,9}[.)]|\[\^[^\]\n]+\]:/g;

const rule = /^[ \t]*(?:[-*_][ \t]*)+$/;
const delimiterRow = /^[> \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Finds the first line that would keep a parser busy for minutes, and that no text of people has. */
export const findBusyLine = (text: string): Finding | undefined => {
  let [offset, count, isTable] = [0, 0, false];
  for (const line of text.split('\n')) {
    const start = containers.exec(line)?.[0] ?? '';
    const isEmpty = line.length === start.length || line.trim() === '';
    if (isEmpty) isTable = false;
    else if (line.includes('|') && delimiterRow.test(line)) isTable = true;
    if (isEmpty || isTable || start !== '') count = 0;
    count += Array.from(line.matchAll(marks)).length;
    const source = line.slice(0, 40);
    const depth = Array.from(start.matchAll(container)).length;
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
    const isDeep = start.trim() !== '' && depth + indent / 4 > deepest;
    if (isDeep && !rule.test(line)) return { offset, source, says: 'lists or quotations are nested too deep' };
    if (count > mostMarks) {
      return {
        offset,
        source,
        says: `the paragraph has more than ${mostMarks} signs such as *, _, [ and <; write an empty line between its parts`,
      };
    }
    offset += line.length + 1;
  }
  return undefined;
};
