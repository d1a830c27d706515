import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Folded } from '../../verify/folded.tsx';
import type { MarkupShowing } from '../../markup/framed-markup.ts';
import { describeLeftOut, frameStyle } from '../../markup/framed-markup.ts';
import type { InertMarkup } from '../../markup/inert-markup.ts';
import type { MarkupWords } from '../../words/evidence/page-words.ts';
import type { EvidenceWords } from '../../words/evidence/words.ts';
import { useWords } from '../language.ts';
import { framePage } from '../page-settings.ts';
import { emptyPageIn } from './frame-page.ts';
import { keepFit } from './frame-size.ts';
import { openWorkshop } from './workshop.ts';

/** A text and its inert form. */
type Read =
  | { readonly text: string; readonly is: 'inert'; readonly inert: InertMarkup }
  | { readonly text: string; readonly is: 'too long' | 'failed' };

/** Inert markup; undefined until it is ready. */
const useInert = (text: string): Read | undefined => {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    let isWanted = true;
    const tell = (outcome: Read): void => {
      if (isWanted) setRead(outcome);
    };
    openWorkshop().then(
      ({ makeInert }) => {
        const inert = makeInert(text);
        tell(inert ? { text, is: 'inert', inert } : { text, is: 'too long' });
      },
      () => tell({ text, is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [text]);
  return read?.text === text ? read : undefined;
};

/** Fills an empty page. Nothing in it can run, because its frame is sandboxed. */
const fill = (page: Document, { body, style }: InertMarkup): void => {
  for (const old of page.querySelectorAll('style')) old.remove();
  for (const css of [frameStyle, style]) {
    const element = page.createElement('style');
    element.textContent = css;
    page.head.append(element);
  }
  page.body.innerHTML = body;
};

const Frame = ({
  inert,
  title,
  onFailed,
}: {
  readonly inert: InertMarkup;
  readonly title: string;
  /** Called if the frame loaded something other than the empty page. */
  readonly onFailed: () => void;
}): VNode => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document>();
  const load = (): void => {
    const found = frame.current === null ? undefined : emptyPageIn(frame.current);
    if (found) setPage(found);
    else onFailed();
  };
  useEffect(() => {
    if (page === undefined || frame.current === null) return undefined;
    fill(page, inert);
    return keepFit(frame.current);
  }, [page, inert]);
  return (
    <div class="framed">
      <iframe ref={frame} sandbox="allow-same-origin" title={title} onLoad={load} src={framePage()} />
    </div>
  );
};

/**
 * Third-party markup as it looked, and what was left out of it. It is in a sandboxed frame that cannot run scripts, send requests or navigate,
 * and is as high as its content.
 */
const FramedMarkup = ({
  name,
  text,
  words,
}: {
  /** The name of the text, as in `How the proof looks`. */
  readonly name: string;
  readonly text: string;
  readonly words: MarkupWords;
}): VNode => {
  const { notShown } = useWords('markup');
  const read = useInert(text);
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <p class="remark">{notShown}</p>;
  if (read === undefined) return <div class="framed" />;
  if (read.is !== 'inert') return <p class="remark">{read.is === 'failed' ? notShown : words.tooLong}</p>;
  return (
    <div>
      <Frame inert={read.inert} title={words.looks(name)} onFailed={() => setFailed(true)} />
      <p class="remark">{describeLeftOut(read.inert, words)}</p>
    </div>
  );
};

/** How the console shows third-party markup that `verifier/parts/` draws. */
export const newMarkupShowing = ({ markup, texts }: Pick<EvidenceWords, 'markup' | 'texts'>): MarkupShowing => ({
  words: markup,
  printsLooks: true,
  drawLooks: (name, text, words) => <FramedMarkup name={name} text={text} words={words} />,
  fold: (name, characters, render) => <Folded summary={texts.folded(name, characters)} render={render} />,
});
