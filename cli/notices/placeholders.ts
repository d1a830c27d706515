import type { Finding } from '../../pages/html/lint.ts';

/** Stands for what is no text of its own, such as a mark of emphasis, so that places stay what they are. */
const hidden = '\ufffc';

/** A part of a text file from one place to another. */
export type Range = readonly [from: number, to: number];

/** The text without these ranges: each character of them is hidden. */
export const hide = (text: string, ranges: readonly Range[]): string => {
  let [done, shown] = [0, ''];
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    shown += text.slice(done, start) + text.slice(start, to).replace(/[^\n]/g, hidden);
    done = to;
  }
  return shown + text.slice(done);
};

/** The text of HTML: tags and code are hidden. */
export const proseOf = (html: string): string =>
  hide(
    html,
    Array.from(
      html.matchAll(/<(code|pre)\b[^<>]*>(?:(?!<\1\b)[\s\S])*?<\/\1\s*>|<[^<>]*>/gi),
      ({ 0: part, index }): Range => [index, index + part.length],
    ),
  );

/** What another program, or the author, would fill in or act on, and readers would see as it is typed. */
const placeholders: readonly RegExp[] = [
  /\{+[^{}\n]*\}*/g,
  /<%(?:[^%\n]*%>)?/g,
  /%%\w+%%|(?<![\d%])%(?:[A-Za-z][\w.-]{2,}%|(?:\d\$|\(\w+\))?s\b)/g,
  /[*\ufffc]\|[\w:]+\|[*\ufffc]/g,
  /\[(?:\/[a-z][\w-]+|[a-z][\w-]*(?:\s+[\w-]+="[^"\]\n]*")+\s*\/?|[a-z]+(?:_[a-z]+)+)\](?!\()/g,
  /«\w{1,60}_\w{1,60}»/g,
  /!?\[\[[^\n]{0,200}?\]\]/g,
  /\[(?:toc|[\s_●•\ufffc]*)\](?!\()/gi,
  /\[(?=[^[\]\n]*\p{Lu}[^[\]\n]*\p{Lu})[^[\]\n\p{Ll}\ufffc]+\](?!\()/gu,
  /\[\p{Lu}\p{Ll}{2,}(?:[ _-]\p{Lu}\p{Ll}{2,})+\](?!\()/gu,
  /^[ \t]*(?::{3,}|!!!|\.\. [\w-]+::|\\(?:newpage|pagebreak|tableofcontents|toc)\b).*$/gm,
];

/** Finds placeholders and directives in prose. `literal` is how a character is written that is meant as it is. */
export const findPlaceholders = (prose: string, literal: string): Finding[] =>
  placeholders.flatMap((pattern) =>
    Array.from(prose.matchAll(pattern), ({ 0: source, index: offset }) => ({
      offset,
      source: source.replaceAll(hidden, ''),
      says: `is a placeholder or directive that nothing fills in; write its value or remove it, or if people should read it as it is, write ${literal}`,
    })),
  );

const yamlLine = /^(?:[\w"'][^:\n]*:(?:\s.*)?|\s*-\s.*|\s+\S.*|#.*|)$/;

/** The front matter at the start of a text, which tools of other sites read, in YAML or TOML; empty if there is none. */
export const frontMatterOf = (text: string): string => {
  const lines = text.split('\n');
  const [first = '', ...rest] = lines.map((line) => line.trimEnd());
  const ends = { '---': ['---', '...'], '+++': ['+++'], ';;;': [';;;'] }[first];
  const end = rest.findIndex((line) => ends?.includes(line));
  const isData = first !== '---' || (rest[0] !== '' && rest.slice(0, end).every((line) => yamlLine.test(line)));
  return end < 1 || !isData ? '' : lines.slice(0, end + 2).join('\n');
};
