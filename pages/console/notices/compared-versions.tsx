import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { termFacts } from '../../sentences/notice-facts.ts';
import { useEvidenceText, useText } from '../language.ts';
import type { Run } from './compare-words.ts';
import { compareWords, countChanges, putAway } from './compare-words.ts';
import { readLines } from './notice-lines.ts';
import { tagOf } from './version-facts.ts';

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
        {runs.map((run, i) =>
          run.is === 'same' ? <Same key={i} runs={runs} index={i} /> : <Changed key={i} is={run.is} text={run.text} />,
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
  const evidence = useEvidenceText();
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
