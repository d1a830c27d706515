import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { EvidenceWords } from '../words/evidence/words.ts';
import type { PartDrawing } from './part-drawing.ts';
import { drawPart } from './part-drawing.ts';

/** All versions of the notice. The one that was agreed to is marked. */
export const renderHistory = (
  { notice }: Statement,
  { history, terms, writing }: EvidenceWords,
  draw: PartDrawing = drawPart,
): VNode => {
  const { heading, columns, agreedTo, current } = history;
  const table = (
    <div class="wide" role="group" tabindex={0} aria-label={heading}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.version}</th>
            <th scope="col">{columns.published}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.until}</th>
            <th scope="col">{columns.askAgain}</th>
          </tr>
        </thead>
        <tbody>
          {notice.history.map(({ version, versionId, publishedAt, publishedBy, currentUntil, askAgain }) => (
            <tr>
              <th scope="row">{versionId === notice.versionId ? agreedTo(version) : version}</th>
              <td>{writing.time(publishedAt)}</td>
              <td>
                <bdi>{tame(publishedBy)}</bdi>
              </td>
              <td>{currentUntil === null ? current : writing.time(currentUntil)}</td>
              <td>{askAgain ? terms.yes : terms.no}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return <section>{draw(<h2>{heading}</h2>, table)}</section>;
};
