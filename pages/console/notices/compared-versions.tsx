import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Translate } from '../../i18n/format.ts';
import { termFacts } from '../../sentences/notice-facts.ts';
import { useEvidenceText, useText } from '../language.ts';
import type { Piece, Row } from './compare-lines.ts';
import { compareLines } from './compare-lines.ts';
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
      <Compared left={earlier} right={later} names={names} language={language} />
      <h3>{t('comparison.text')}</h3>
      <ComparedText left={textOf(left)} right={textOf(right)} names={names} language={language} />
      <h3>{t('comparison.terms')}</h3>
      <Compared left={before} right={after} names={names} language={evidence.writing.tag} />
    </div>
  );
};

/** Consecutive rows; folded rows are unchanged. */
interface Stretch {
  /** The index of its first row. */
  readonly at: number;
  readonly rows: readonly Row[];
  readonly isPutAway: boolean;
}

/** Unchanged lines to keep next to a change, as context. */
const context = 1;

/** Fewer lines than this take no more room than the control that would replace them. */
const fewestPutAway = 3;

/** Folds unchanged rows that are far from any change. */
export const toStretches = (rows: readonly Row[]): readonly Stretch[] => {
  const isNear = rows.map(() => false);
  rows.forEach(({ is }, i) => {
    if (is !== 'same') isNear.fill(true, Math.max(0, i - context), i + context + 1);
  });
  const stretches: { at: number; rows: Row[]; isPutAway: boolean }[] = [];
  rows.forEach((row, i) => {
    const isPutAway = !isNear[i];
    const last = stretches.at(-1);
    if (last?.isPutAway === isPutAway) last.rows.push(row);
    else stretches.push({ at: i, rows: [row], isPutAway });
  });
  return stretches.map((stretch) => ({
    ...stretch,
    isPutAway: stretch.isPutAway && stretch.rows.length >= fewestPutAway,
  }));
};

const signs = { removed: '−', added: '+', changed: '≠', same: '' } as const;

/** Words on one side only, marked by line and sign for the eye and in words for screen readers. */
const renderPiece = ({ text, isChanged }: Piece, side: 'removed' | 'added', t: Translate): VNode | string => {
  if (!isChanged) return text;
  const Changed = side === 'removed' ? 'del' : 'ins';
  return (
    <Changed>
      <span class="unseen">[{t(`comparison.${side}`)}: </span>
      {text}
      <span class="unseen"> {t('comparison.end')}]</span>
    </Changed>
  );
};

const renderMark = (is: Row['is'], t: Translate): VNode | null =>
  is === 'same' ? null : (
    <span class="change-mark">
      <span aria-hidden="true">{signs[is]} </span>
      {t(`comparison.${is}`)}
    </span>
  );

/** @param mark whether the cell names the change of the line: one cell of each row does */
const renderCell = (
  pieces: readonly Piece[],
  side: 'removed' | 'added',
  { is }: Row,
  {
    t,
    name,
    language,
    mark,
  }: {
    readonly t: Translate;
    readonly name: string;
    readonly language: string;
    readonly mark: boolean;
  },
): VNode => (
  <td role="cell" class={pieces.length === 0 ? 'none' : undefined} data-name={name}>
    {mark && renderMark(is, t)}
    <span lang={language} dir="auto">
      {pieces.map((piece) => renderPiece(piece, side, t))}
    </span>
  </td>
);

interface LineSides {
  readonly names: readonly [left: string, right: string];
  readonly language: string;
}

const renderRow = (row: Row, { names, language }: LineSides, t: Translate): VNode => {
  const [left, right] = names;
  const common = { t, language };
  return (
    <tr role="row" class={`compared ${row.is}`}>
      {renderCell(row.left, 'removed', row, { ...common, name: left, mark: row.is !== 'added' })}
      {renderCell(row.right, 'added', row, { ...common, name: right, mark: row.is === 'added' })}
    </tr>
  );
};

/** Unchanged lines, folded until the reader opens them. */
const Unchanged = ({ rows, sides }: { readonly rows: readonly Row[]; readonly sides: LineSides }): VNode | VNode[] => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return rows.map((row) => renderRow(row, sides, t));
  return (
    <tr role="row" class="compared put-away">
      <td role="cell" colspan={2} aria-colspan={2}>
        {t('comparison.unchanged', { lines: rows.length })}{' '}
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          {t('comparison.show')}
        </button>
      </td>
    </tr>
  );
};

/** Two texts side by side; on a phone the change of a line is below the line. */
const ComparedLines = ({ rows, names, language }: LineSides & { readonly rows: readonly Row[] }): VNode => {
  const t = useText();
  const sides = { names, language };
  const changes = rows.filter(({ is }) => is !== 'same').length;
  if (changes === 0) return <p>{t('comparison.same')}</p>;
  return (
    <table class="comparison" role="table">
      <caption>{t('comparison.count', { changes })}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {names.map((name) => (
            <th role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {toStretches(rows).map((stretch: Stretch) =>
          stretch.isPutAway ? (
            <Unchanged key={stretch.at} rows={stretch.rows} sides={sides} />
          ) : (
            stretch.rows.map((row) => renderRow(row, sides, t))
          ),
        )}
      </tbody>
    </table>
  );
};
