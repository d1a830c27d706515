import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/index.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { termFacts } from '../../wording/term-facts.ts';
import { useWords } from '../language.ts';
import { openWorkshop } from '../markup/workshop.ts';
import { compareLines } from './compare-lines.ts';
import { ComparedLines } from './compared-lines.tsx';
import { tagOf } from './text-language.ts';

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
    openWorkshop().then(
      ({ readLines }) => isWanted && setRead({ left, right, lines: [readLines(left), readLines(right)] }),
      () => isWanted && setRead({ left, right, lines: [undefined, undefined] }),
    );
    return () => {
      isWanted = false;
    };
  }, [left, right]);
  return read?.left === left && read.right === right ? read.lines : undefined;
};

interface Sides {
  readonly left: Lines;
  readonly right: Lines;
  readonly names: readonly [left: string, right: string];
  /** Of the texts (BCP 47). */
  readonly language: string;
}

const Compared = ({ left, right, names, language }: Sides): VNode => {
  const rows = useMemo(() => compareLines(left, right, language), [left, right, language]);
  return <ComparedLines rows={rows} names={names} language={language} />;
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
  const { comparison: words } = useWords('notices');
  const read = useLines(left, right);
  if (read === undefined) return null;
  const [before, after] = read;
  if (before === undefined || after === undefined) return <p class="warning">{words.tooLong}</p>;
  const isSameRead = before.join('\n') === after.join('\n');
  const missing = [left, right].flatMap((text, i) => (text === '' ? [words.noText(names[i] ?? '')] : []));
  return (
    <div>
      {missing.map((says) => (
        <p>{says}</p>
      ))}
      {isSameRead && left !== right ? <p>{words.otherMarkup}</p> : null}
      <Compared left={before} right={after} names={names} language={language} />
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
  const { notices, comparison: words } = useWords('notices');
  const evidence = useWords('evidence');
  const names = [notices.version(left.version), notices.version(right.version)] as const;
  const language = tagOf(lang);
  const titleOf = ({ title }: { readonly title: Texts }): Lines =>
    title[lang] === undefined ? [] : [tame(title[lang])];
  const textOf = ({ descriptionHtml }: { readonly descriptionHtml: Texts }): string | undefined =>
    descriptionHtml[lang];
  const termsOf = (version: NoticeVersion): Lines =>
    termFacts(version, evidence).map(([name, value]) => tame(`${name}: ${value}`));
  const [earlier, later] = useMemo(() => [titleOf(left), titleOf(right)] as const, [left, right, lang]);
  const [before, after] = useMemo(() => [termsOf(left), termsOf(right)] as const, [left, right, evidence]);
  return (
    <div>
      <h3>{words.title}</h3>
      <Compared left={earlier} right={later} names={names} language={language} />
      <h3>{words.text}</h3>
      <ComparedText left={textOf(left)} right={textOf(right)} names={names} language={language} />
      <h3>{words.terms}</h3>
      <Compared left={before} right={after} names={names} language={evidence.writing.tag} />
    </div>
  );
};
