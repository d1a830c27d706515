import type { VNode } from 'preact';
import { emptyPageIn } from '../html/frame-page.ts';
import { useMarkupShowing } from '../ui/framed-markup.tsx';
import type { MarkupShowing } from '../ui/markup.ts';
import { useText } from './language.tsx';
import { framePage } from './page-settings.ts';

export const loadSanitiser = () => import('../html/sanitise-in-browser.ts');

const NotShown = (): VNode => <p class="remark">{useText()('markup.notShown')}</p>;

/** How the console shows third-party markup. */
export const useConsoleShowing = (): MarkupShowing =>
  useMarkupShowing({ page: { src: framePage() }, loadSanitiser, NotShown });

const addParserFrame = (): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  frame.id = 'parser';
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.src = framePage();
  document.body.append(frame);
  return frame;
};

/**
 * The empty page in a hidden frame, under whose rules texts can be parsed: the console itself may turn no text into markup.
 *
 * @throws Error if the empty page cannot be loaded; the next call tries again
 */
export const openParserFrame = async (): Promise<Document> => {
  const frame = document.querySelector<HTMLIFrameElement>('iframe#parser') ?? addParserFrame();
  const found = emptyPageIn(frame);
  if (found) return found;
  const { promise: loaded, resolve } = Promise.withResolvers<Event>();
  frame.addEventListener('load', resolve, { once: true });
  await loaded;
  const page = emptyPageIn(frame);
  if (page) return page;
  frame.remove();
  throw new Error('The empty page of the console was not loaded.');
};
