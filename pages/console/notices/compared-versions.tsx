import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { termFacts } from '../../sentences/notice-facts.ts';
import type { ConsoleWords } from '../../words/console/eng.ts';
import { useWords } from '../language.ts';
import { openWorkshop } from '../markup/workshop.ts';
import type { Piece, Row } from './compare-lines.ts';
import { compareLines } from './compare-lines.ts';
import { tagOf } from './version-facts.ts';

type ComparisonWords = ConsoleWords['notices']['comparison'];

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
    title[lang] === undefined ? [] : [escapeInvisible(title[lang])];
  const textOf = ({ descriptionHtml }: { readonly descriptionHtml: Texts }): string | undefined =>
    descriptionHtml[lang];
  const termsOf = (version: NoticeVersion): Lines =>
    termFacts(version, evidence).map(([name, value]) => escapeInvisible(`${name}: ${value}`));
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
const renderPiece = ({ text, isChanged }: Piece, side: 'removed' | 'added', words: ComparisonWords): VNode | string => {
  if (!isChanged) return text;
  const Changed = side === 'removed' ? 'del' : 'ins';
  return (
    <Changed>
      <span class="unseen">[{words[side]}: </span>
      {text}
      <span class="unseen"> {words.end}]</span>
    </Changed>
  );
};

const renderMark = (is: Row['is'], words: ComparisonWords): VNode | null =>
  is === 'same' ? null : (
    <span class="change-mark">
      <span aria-hidden="true">{signs[is]} </span>
      {words[is]}
    </span>
  );

/** @param mark whether the cell names the change of the line: one cell of each row does */
const renderCell = (
  pieces: readonly Piece[],
  side: 'removed' | 'added',
  { is }: Row,
  {
    words,
    name,
    language,
    mark,
  }: {
    readonly words: ComparisonWords;
    readonly name: string;
    readonly language: string;
    readonly mark: boolean;
  },
): VNode => (
  <td role="cell" class={pieces.length === 0 ? 'none' : undefined} data-name={name}>
    {mark && renderMark(is, words)}
    <span lang={language} dir="auto">
      {pieces.map((piece) => renderPiece(piece, side, words))}
    </span>
  </td>
);

interface LineSides {
  readonly names: readonly [left: string, right: string];
  readonly language: string;
}

const renderRow = (row: Row, { names, language }: LineSides, words: ComparisonWords): VNode => {
  const [left, right] = names;
  const common = { words, language };
  return (
    <tr role="row" class={`compared ${row.is}`}>
      {renderCell(row.left, 'removed', row, { ...common, name: left, mark: row.is !== 'added' })}
      {renderCell(row.right, 'added', row, { ...common, name: right, mark: row.is === 'added' })}
    </tr>
  );
};

/** Unchanged lines, folded until the reader opens them. */
const Unchanged = ({ rows, sides }: { readonly rows: readonly Row[]; readonly sides: LineSides }): VNode | VNode[] => {
  const { comparison: words } = useWords('notices');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return rows.map((row) => renderRow(row, sides, words));
  return (
    <tr role="row" class="compared put-away">
      <td role="cell" colspan={2} aria-colspan={2}>
        {words.unchanged(rows.length)}{' '}
        <button type="button" class="plain" onClick={() => setOpen(true)}>
          {words.show}
        </button>
      </td>
    </tr>
  );
};

/** Two texts side by side; on a phone the change of a line is below the line. */
const ComparedLines = ({ rows, names, language }: LineSides & { readonly rows: readonly Row[] }): VNode => {
  const { comparison: words } = useWords('notices');
  const sides = { names, language };
  const changes = rows.filter(({ is }) => is !== 'same').length;
  if (changes === 0) return <p>{words.same}</p>;
  return (
    <table class="comparison" role="table">
      <caption>{words.count(changes)}</caption>
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
            stretch.rows.map((row) => renderRow(row, sides, words))
          ),
        )}
      </tbody>
    </table>
  );
};
