import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { emptyPageIn } from '../html/frame-page.ts';
import type { InertMarkup } from '../html/sanitise.ts';
import type { MarkupShowing, MarkupWords } from './markup.ts';
import { describeLeftOut, frameStyle, newMarkupWords, SourceAlone } from './markup.ts';
import { Folded } from './text.tsx';
import { useWords } from './words.ts';

type Sanitiser = typeof import('../html/sanitise-in-browser.ts');

/** Where a page has what it needs to show HTML of others. */
export interface Framing {
  /** The empty page: its address, or its text. */
  readonly page: { readonly src: string } | { readonly srcdoc: string };
  readonly loadSanitiser: () => Promise<Sanitiser>;
  /** Says that the empty page or the sanitiser cannot be loaded. */
  readonly NotShown?: () => VNode;
}

/** How a browser shows third-party markup that `pages/parts/` draws. */
export const useMarkupShowing = (framing: Framing): MarkupShowing => {
  const { t, writing } = useWords();
  return {
    words: newMarkupWords(t),
    drawLooks: (name, text, source, words) => (
      <FramedMarkup key={text} name={name} text={text} source={source} words={words} framing={framing} />
    ),
    fold: (name, characters, render) => (
      <Folded summary={t('evidence.texts.folded', { name, characters: writing.number(characters) })} render={render} />
    ),
  };
};

/** Fills an empty page. Nothing in it can run, because its frame is sandboxed. */
const fill = (page: Document, { body, style }: InertMarkup): void => {
  for (const css of [frameStyle, style]) {
    const element = page.createElement('style');
    element.textContent = css;
    page.head.append(element);
  }
  page.body.innerHTML = body;
};

type Outcome = InertMarkup | 'too long' | 'failed';

/** Makes a text inert in the page of a frame, and puts it there. */
const show = async (frame: HTMLIFrameElement, text: string, { loadSanitiser }: Framing): Promise<Outcome> => {
  const { sanitise } = await loadSanitiser();
  const page = emptyPageIn(frame);
  if (!page?.defaultView) return 'failed';
  const inert = sanitise(page.defaultView, text);
  if (inert) fill(page, inert);
  return inert ?? 'too long';
};

/**
 * Third-party markup as it looked, and what was left out of it. It is in a sandboxed frame that cannot run scripts, send requests or navigate,
 * and is as high as its content.
 */
const FramedMarkup = ({
  name,
  text,
  source,
  words,
  framing,
}: {
  /** The name of the text, as in `How the proof looks`. */
  readonly name: string;
  readonly text: string;
  readonly source: VNode;
  readonly words: MarkupWords;
  readonly framing: Framing;
}): VNode => {
  const frame = useRef<HTMLIFrameElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const isShown = typeof outcome === 'object';
  const load = (): void => {
    if (frame.current === null) return;
    show(frame.current, text, framing).then(setOutcome, () => setOutcome('failed'));
  };
  useEffect(() => (isShown && frame.current ? keepFit(frame.current) : undefined), [outcome]);
  const { page, NotShown } = framing;
  const leftOut = isShown ? describeLeftOut(outcome, words) : '';
  if (outcome === 'too long')
    return <SourceAlone reason={<p class="remark">{words.tooLong}</p>} source={source} words={words} />;
  if (outcome === 'failed') return <SourceAlone reason={NotShown && <NotShown />} source={source} words={words} />;
  return (
    <div>
      <div class="framed">
        <iframe ref={frame} sandbox="allow-same-origin" title={words.looks(name)} onLoad={load} {...page} />
      </div>
      {leftOut && <p class="remark">{leftOut}</p>}
      <details>
        <summary>{words.asWritten}</summary>
        {source}
      </details>
    </div>
  );
};

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
  const body = frame.contentDocument?.body;
  const sizes = (): string => `${frame.parentElement?.clientWidth} ${body?.offsetWidth} ${body?.offsetHeight}`;
  let [request, fitted] = [0, ''];
  const adjust = (): void => {
    fitHeight(frame);
    fitted = sizes();
  };
  const fitSoon = (): void => {
    cancelAnimationFrame(request);
    request = requestAnimationFrame(() => sizes() === fitted || adjust());
  };
  const observer = new ResizeObserver(fitSoon);
  if (body) observer.observe(body);
  if (frame.parentElement) observer.observe(frame.parentElement);
  const fitTo = (width: string) => (): void => {
    frame.style.width = width;
    adjust();
  };
  window.addEventListener('beforeprint', fitTo(paperWidth), { signal: stop.signal });
  window.addEventListener('afterprint', fitTo(''), { signal: stop.signal });
  adjust();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(request);
    stop.abort();
  };
};
