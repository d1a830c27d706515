import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MarkupShowing } from '../../html/framed-markup.ts';
import { describeLeftOut, frameStyle, newMarkupWords } from '../../html/framed-markup.ts';
import type { InertMarkup } from '../../html/inert-markup.ts';
import type { EvidenceText } from '../../sentences/writing.ts';
import { Folded } from '../../verify/folded.tsx';
import { useText } from '../language.ts';
import { framePage } from '../page-settings.ts';
import { emptyPageIn } from './frame-page.ts';
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
}: {
  /** The name of the text, as in `How the proof looks`. */
  readonly name: string;
  readonly text: string;
}): VNode => {
  const t = useText();
  const read = useInert(text);
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <p class="remark">{t('markup.notShown')}</p>;
  if (read === undefined) return <div class="framed" />;
  if (read.is !== 'inert')
    return <p class="remark">{read.is === 'failed' ? t('markup.notShown') : t('evidence.markup.tooLong')}</p>;
  return (
    <div>
      <Frame inert={read.inert} title={t('evidence.markup.looks', { name })} onFailed={() => setFailed(true)} />
      <p class="remark">{describeLeftOut(read.inert, newMarkupWords(t))}</p>
    </div>
  );
};

/** How the console shows third-party markup that `pages/parts/` draws. */
export const newMarkupShowing = ({ t, writing }: EvidenceText): MarkupShowing => ({
  words: newMarkupWords(t),
  printsLooks: true,
  drawLooks: (name, text) => <FramedMarkup name={name} text={text} />,
  fold: (name, characters, render) => (
    <Folded summary={t('evidence.texts.folded', { name, characters: writing.number(characters) })} render={render} />
  ),
});

/** About the width of a frame on A4 and Letter, without the margins and the box around it. */
const paperWidth = '16cm';

/** Makes a frame as high as its content, without moving the page around it. The style sheet limits the height. */
const fitHeight = (frame: HTMLIFrameElement): void => {
  const [root, place] = [frame.contentDocument?.documentElement, frame.parentElement];
  if (!root || !place) return;
  place.style.height = `${place.offsetHeight}px`;
  frame.style.height = '0';
  const height = root.scrollHeight;
  const border = frame.offsetHeight - frame.clientHeight;
  frame.style.height = `${height + border}px`;
  const scrollbar = frame.clientHeight - root.clientHeight;
  if (scrollbar > 0) frame.style.height = `${height + border + scrollbar}px`;
  place.style.height = '';
};

/**
 * Keeps a frame as high as its content and lets it print whole. The frame needs a parent of its own.
 *
 * @returns a function that stops this
 */
const keepFit = (frame: HTMLIFrameElement): (() => void) => {
  const stop = new AbortController();
  let request = 0;
  const fitSoon = (): void => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => fitHeight(frame));
  };
  const observer = new ResizeObserver(fitSoon);
  const body = frame.contentDocument?.body;
  if (body) observer.observe(body);
  if (frame.parentElement) observer.observe(frame.parentElement);
  const fitTo = (width: string) => (): void => {
    frame.style.width = width;
    fitHeight(frame);
  };
  window.addEventListener('beforeprint', fitTo(paperWidth), { signal: stop.signal });
  window.addEventListener('afterprint', fitTo(''), { signal: stop.signal });
  fitHeight(frame);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(request);
    stop.abort();
  };
};
