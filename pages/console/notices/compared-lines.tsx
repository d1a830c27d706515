import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../language.ts';
import type { Piece, Row } from './compare-lines.ts';
import type { Stretch } from './stretches.ts';
import { toStretches } from './stretches.ts';
import type { ComparisonWords } from '../../words/console/console-notices-words-words.ts';

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

interface Sides {
  readonly names: readonly [left: string, right: string];
  readonly language: string;
}

const renderRow = (row: Row, { names, language }: Sides, words: ComparisonWords): VNode => {
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
const Unchanged = ({ rows, sides }: { readonly rows: readonly Row[]; readonly sides: Sides }): VNode | VNode[] => {
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
export const ComparedLines = ({ rows, names, language }: Sides & { readonly rows: readonly Row[] }): VNode => {
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
