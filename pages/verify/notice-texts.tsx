import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { newBrowserMarkup } from '../markup/browser-markup.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { drawInlineFrame, renderMarkup, renderSource } from '../markup/framed-markup.ts';
import { shadowStyle } from '../markup/shadow-style.ts';
import { renderNoticeTexts } from '../parts/notice-texts.tsx';
import type { EvidenceWords } from '../words/evidence/words.ts';
import { Folded } from './folded.tsx';

const { makeInert, readPlainText } = newBrowserMarkup(document);

/** How the page shows markup. */
export const showIn = ({ markup, texts }: EvidenceWords): MarkupShowing => ({
  words: markup,
  drawLooks: drawInlineFrame(makeInert),
  fold: (name, characters, render) => <Folded summary={texts.folded(name, characters)} render={render} />,
});

/** A text isolated from the page: neither affects the other's rules and ids. */
const Apart = ({ text }: { readonly text: string }): VNode => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${shadowStyle}</style>${text}`;
  }, [text]);
  return <div ref={place} />;
};

const renderText = (text: string, words: EvidenceWords): VNode => {
  const plain = readPlainText(text);
  const { markup, texts } = words;
  if (plain === undefined) return renderMarkup(texts.theText, text, showIn(words));
  return (
    <div>
      <Apart text={plain} />
      <details>
        <summary>{markup.asWritten}</summary>
        {renderSource(texts.source, text, showIn(words))}
      </details>
    </div>
  );
};

/** The text in the language of the consent, then the same version in its other languages. */
export const NoticeTexts = ({
  statement,
  words,
}: {
  readonly statement: Statement;
  readonly words: EvidenceWords;
}): VNode =>
  renderNoticeTexts(statement, words, {
    text: (text) => renderText(text, words),
    fold: (summary, render) => <Folded summary={summary} render={render} />,
  });
