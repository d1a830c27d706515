import { diffWords } from 'diff';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { termFacts } from '../../describe/notice.ts';
import { droppedElements } from '../../html/allowed.ts';
import { parseBounded } from '../../html/parse-bounded.ts';
import { useWords } from '../../ui/words.ts';
import { useText } from '../language.tsx';
import { openParserFrame } from '../markup.tsx';
import { tagOf } from '../names.tsx';

type NoticeVersion = AnswerOf<'getNoticeVersion'>;
type Texts = Readonly<Partial<Record<string, string>>>;
type Lines = readonly string[];

/** The lines of two texts as people read them; undefined if one cannot be read. */
type Read = readonly [left: Lines | undefined, right: Lines | undefined];

/** Reads two texts; undefined until they are ready. */
const useLines = (left: string, right: string): Read | undefined => {
  const [read, setRead] = useState<{ readonly left: string; readonly right: string; readonly lines: Read }>();
  useEffect(() => {
    let isWanted = true;
    Promise.all([readLines(left), readLines(right)]).then(
      (lines) => isWanted && setRead({ left, right, lines }),
      () => isWanted && setRead({ left, right, lines: [undefined, undefined] }),
    );
    return () => {
      isWanted = false;
    };
  }, [left, right]);
  return read?.left === left && read.right === right ? read.lines : undefined;
};

/** A text with what was removed from it and added, marked by line and sign for the eye and in words for screen readers. */
const Changed = ({ is, text }: { readonly is: 'removed' | 'added'; readonly text: string }): VNode => {
  const t = useText();
  const Mark = is === 'removed' ? 'del' : 'ins';
  return (
    <Mark>
      <span class="unseen">[{t(`comparison.${is}`)}: </span>
      {text}
      <span class="unseen"> {t('comparison.end')}]</span>
    </Mark>
  );
};

/** Unchanged lines; those that are far from any change are put away until the reader opens them. */
const Same = ({ runs, index }: { readonly runs: readonly Run[]; readonly index: number }): VNode => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { before, away, after } = putAway(runs, index);
  if (isOpen || away.length === 0) return <>{runs[index]?.text}</>;
  return (
    <>
      {before.join('\n')}
      <span class="put-away">
        {t('comparison.unchanged', { lines: away.length })}{' '}
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          {t('comparison.show')}
        </button>
      </span>
      {after.join('\n')}
    </>
  );
};

/** Two texts in one. @param language of both (BCP 47) */
const Compared = ({
  left,
  right,
  language,
}: {
  readonly left: Lines;
  readonly right: Lines;
  readonly language: string;
}): VNode => {
  const t = useText();
  const runs = useMemo(() => compareWords(left.join('\n'), right.join('\n'), language), [left, right, language]);
  const changes = countChanges(runs);
  if (changes === 0) return <p>{t('comparison.same')}</p>;
  return (
    <div>
      <p>{t('comparison.count', { changes })}</p>
      <div class="comparison" lang={language}>
        {runs.map(({ is, text }, i) =>
          is === 'same' ? (
            <Same key={i} runs={runs} index={i} />
          ) : (
            text.split(/(\n)/).map((line) => (line.trim() === '' ? line : <Changed is={is} text={line} />))
          ),
        )}
      </div>
    </div>
  );
};

const ComparedText = ({
  left = '',
  right = '',
  names,
  language,
}: {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly names: readonly [left: string, right: string];
  readonly language: string;
}): VNode | null => {
  const t = useText();
  const read = useLines(left, right);
  if (read === undefined) return null;
  const [before, after] = read;
  if (before === undefined || after === undefined) return <p class="warning">{t('comparison.tooLong')}</p>;
  const isSameRead = before.join('\n') === after.join('\n');
  const missing = [left, right].flatMap((text, i) =>
    text === '' ? [t('comparison.noText', { version: names[i] ?? '' })] : [],
  );
  return (
    <div>
      {missing.map((says) => (
        <p>{says}</p>
      ))}
      {isSameRead && left !== right ? <p>{t('comparison.otherMarkup')}</p> : null}
      <Compared left={before} right={after} language={language} />
    </div>
  );
};

/** The changes between two versions: title and text in one language, and the terms, which have no language. */
export const ComparedVersions = ({
  left,
  right,
  lang,
}: {
  readonly left: NoticeVersion;
  readonly right: NoticeVersion;
  readonly lang: string;
}): VNode => {
  const t = useText();
  const evidence = useWords();
  const names = [
    t('notices.version', { version: left.version }),
    t('notices.version', { version: right.version }),
  ] as const;
  const language = tagOf(lang);
  const titleOf = ({ title }: { readonly title: Texts }): Lines =>
    title[lang] === undefined ? [] : [escapeInvisible(title[lang])];
  const textOf = ({ descriptionHtml }: { readonly descriptionHtml: Texts }): string | undefined =>
    descriptionHtml[lang];
  const termsOf = (version: NoticeVersion): Lines =>
    termFacts(version, evidence).map(([name, value]) => escapeInvisible(`${name}: ${value}`));
  const [earlier, later] = useMemo(() => [titleOf(left), titleOf(right)] as const, [left, right, lang]);
  const [before, after] = useMemo(() => [termsOf(left), termsOf(right)] as const, [left, right, evidence]);
  return (
    <div>
      <h3>{t('comparison.title')}</h3>
      <Compared left={earlier} right={later} language={language} />
      <h3>{t('comparison.text')}</h3>
      <ComparedText left={textOf(left)} right={textOf(right)} names={names} language={language} />
      <h3>{t('comparison.terms')}</h3>
      <Compared left={before} right={after} language={evidence.writing.tag} />
    </div>
  );
};

/** A run of words that two texts share, or that one of them alone has. A line ends with a line feed. */
export interface Run {
  readonly is: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Words removed and added beyond which a search takes long, and nobody reads the changes one by one. */
const mostEdits = 1_000;

const whole = (is: Run['is'], text: string): readonly Run[] => (text === '' ? [] : [{ is, text }]);

/**
 * Compares two texts word by word; spaces and line feeds make no difference. Of texts that differ too much all is removed, and all added.
 *
 * @param language of the texts (BCP 47), which decides where words begin and end
 */
export const compareWords = (left: string, right: string, language: string): readonly Run[] => {
  const intlSegmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const changes = diffWords(left, right, { intlSegmenter, maxEditLength: mostEdits });
  if (changes === undefined) return [...whole('removed', left), ...whole('added', right)];
  return changes.flatMap(({ value, added, removed }) => {
    if (added) return whole('added', value);
    return whole(removed ? 'removed' : 'same', value);
  });
};

const linesIn = ({ text }: Run): number => Math.max(1, text.split('\n').filter((line) => line.trim() !== '').length);

/** How many places differ, each line for itself: words that took the place of others count once. */
export const countChanges = (runs: readonly Run[]): number => {
  let [before, here] = [0, 0];
  for (const run of runs) {
    if (run.is !== 'same') here = Math.max(here, linesIn(run));
    else [before, here] = [before + here, 0];
  }
  return before + here;
};

/** An unchanged text: what stands beside the changes, and the lines between, which are put away. */
export interface Unchanged {
  readonly before: readonly string[];
  readonly away: readonly string[];
  readonly after: readonly string[];
}

/** Lines beside a change that stay: the one with the change, and the next. */
const beside = 2;

/** Fewer lines than this take no more room than the control that would replace them. */
const fewestAway = 3;

/** Puts away the lines of the run at an index that are far from any change. */
export const putAway = (runs: readonly Run[], index: number): Unchanged => {
  const lines = runs[index]?.text.split('\n') ?? [];
  const begin = index === 0 ? 0 : beside;
  const end = index === runs.length - 1 ? lines.length : lines.length - beside;
  return end - begin < fewestAway
    ? { before: lines, away: [], after: [] }
    : { before: lines.slice(0, begin), away: lines.slice(begin, end), after: lines.slice(end) };
};

/**
 * The text that a person reads in a notice, line by line; undefined if it is too deep or too long.
 *
 * @throws Error if the empty page cannot be loaded
 */
export const readLines = async (markup: string): Promise<readonly string[] | undefined> => {
  const page = parseBounded(await openParserFrame(), markup);
  return page && linesOf(page.body);
};

/** Elements that begin a line and end one. */
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol option p pre section select summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

const cells: readonly string[] = ['td', 'th'];

/** The address of a link whose text differs from it, which plain text would hide. */
const addressOf = (text: string, href: string | null): string =>
  href === null || href.trim() === '' || text.trim() === href.trim() ? '' : ` (${href.trim()})`;

/** A text as people read it, without tags: a line for each paragraph, heading, item and row, with link addresses in brackets. */
export const linesOf = (body: Element): string[] => {
  const lines: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') lines.push(escapeInvisible(text));
    line = '';
  };
  const read = (node: Node): void => {
    if (node.nodeType === node.TEXT_NODE) line += node.nodeValue ?? '';
    if (node.nodeType === node.ELEMENT_NODE) readElement(node as Element);
  };
  const readElement = (element: Element): void => {
    const { localName: name } = element;
    if (droppedElements.includes(name)) return;
    const start = line.length;
    if (blocks.has(name)) endLine();
    if (cells.includes(name) && line.trim() !== '') line += ' | ';
    element.childNodes.forEach(read);
    if (blocks.has(name)) endLine();
    if (name === 'a') line += addressOf(line.slice(start), element.getAttribute('href'));
  };
  body.childNodes.forEach(read);
  endLine();
  return lines;
};
