import type { VNode } from 'preact';
import { Folded } from '../../verify/folded.tsx';
import { renderCompleteness } from '../../parts/completeness.ts';
import { renderErasure } from '../../parts/erasure.tsx';
import { renderSaidAndSeen } from '../../parts/given.ts';
import { renderHistory } from '../../parts/history.tsx';
import { renderNotice } from '../../parts/notice.ts';
import { renderNoticeTexts } from '../../parts/notice-texts.tsx';
import type { PartDrawing } from '../../parts/part-drawing.ts';
import { renderProofOfConsent, renderRevocation } from '../../parts/proofs.ts';
import { renderTimeline } from '../../parts/timeline.ts';
import type { EvidenceWords } from '../../words/evidence/words.ts';
import type { Address } from '../address.ts';
import { useWords } from '../language.ts';
import { newMarkupShowing } from '../markup/framed-markup.tsx';
import { renderNoticeMarkup } from '../notices/notice-markup.ts';
import { Foldable } from '../parts/foldable.tsx';
import { Actions } from './actions.tsx';
import { Answer } from './answer.tsx';
import { Evidence } from './evidence.tsx';
import type { Held, Statement } from './statement.ts';
import { TimeField } from './time-field.tsx';
import { Who } from './who.tsx';

type ConsentAddress = Extract<Address, { readonly view: 'consent' }>;

const renderTexts = (statement: Statement, words: EvidenceWords): VNode =>
  renderNoticeTexts(statement, words, {
    text: (text) => renderNoticeMarkup(text, words),
    fold: (summary, render) => <Folded summary={summary} render={render} />,
  });

const renderPart: PartDrawing = (heading, content) => <Foldable heading={heading}>{content}</Foldable>;

/** A consent with a sound document: first the answer, then the reasons, then the document. */
export const Consent = ({
  held,
  address,
  sign,
}: {
  readonly held: Held;
  readonly address: ConsentAddress;
  /** Requests a newly signed document for another time. */
  readonly sign: (at: string | undefined) => void;
}): VNode => {
  const words = useWords('consent');
  const evidence = useWords('evidence');
  const { statement } = held;
  const showing = newMarkupShowing(evidence);
  return (
    <div>
      <Answer statement={statement} at={address.at} />
      <Actions held={held} />
      <TimeField id={statement.id} at={address.at} />
      <p class="remark">{evidence.question.remark(statement.issuedAt)}</p>
      <Who statement={statement} />
      {renderNotice(statement, renderTexts(statement, evidence), evidence, renderPart)}
      {renderProofOfConsent(statement, showing, evidence)}
      <section>{renderPart(<h2>{words.saidAndSeen}</h2>, renderSaidAndSeen(statement, evidence))}</section>
      {renderRevocation(statement, showing, evidence)} {renderErasure(statement, evidence)}
      {renderTimeline(statement, evidence)} {renderCompleteness(statement, evidence)}{' '}
      {renderHistory(statement, evidence, renderPart)}
      <Evidence held={held} at={address.at} sign={sign} />
    </div>
  );
};
