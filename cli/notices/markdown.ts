import { Marked } from 'marked';
import type { Finding } from '../../pages/markup/finding.ts';

const marked = new Marked({ async: false, gfm: true });

/** Markdown as HTML. If a version of marked rendered it differently, notices would get new versions: a test pins the result. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false }).trimEnd();

/** A block of Markdown, such as a paragraph or a list, and its HTML. */
interface Block {
  readonly line: number;
  readonly raw: string;
  readonly htmlStart: number;
  readonly html: string;
}

/** The blocks of a text, which together make up its HTML. */
const readBlocks = (text: string): Block[] => {
  const tokens = marked.lexer(text);
  let [line, htmlStart] = [1, 0];
  return tokens.map((token) => {
    const block = { line, raw: token.raw, htmlStart, html: marked.parser([token]) };
    line += token.raw.split('\n').length - 1;
    htmlStart += block.html.length;
    return block;
  });
};

const countOf = (text: string, part: string): number => text.split(part).length - 1;

const indexOfNth = (text: string, part: string, nth: number): number => {
  let index = -1;
  for (let i = 0; i <= nth; i += 1) {
    index = text.indexOf(part, index + 1);
    if (index === -1) return -1;
  }
  return index;
};

/** The position in Markdown of markup in a block's HTML: verbatim, or as an attribute made by marked. */
const findInRaw = ({ raw, html, htmlStart }: Block, { offset, source }: Finding): number => {
  if (source === '') return -1;
  const asItIs = indexOfNth(raw, source, countOf(html.slice(0, offset - htmlStart), source));
  const value = /="([^"]+)"/.exec(source)?.[1];
  return asItIs === -1 && value !== undefined ? raw.indexOf(value) : asItIs;
};

/** The line in the block that a finding in its HTML comes from; the first line if that is unknown. */
const lineInBlock = (block: Block, finding: Finding): number => {
  const index = findInRaw(block, finding);
  return index === -1 ? block.line : block.line + countOf(block.raw.slice(0, index), '\n');
};

/** The lines of a Markdown text that findings in its HTML come from. */
export const findMarkdownLines = (text: string, findings: readonly Finding[]): number[] => {
  const blocks = readBlocks(text);
  return findings.map((finding) => {
    const block = blocks.findLast(({ htmlStart }) => htmlStart <= finding.offset);
    return block === undefined ? 1 : lineInBlock(block, finding);
  });
};
