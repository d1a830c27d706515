import type { BrowserMarkup } from '../../html/browser-markup.ts';
import { newBrowserMarkup } from '../../html/browser-markup.ts';
import { framePage } from '../page-settings.ts';
import { emptyPageIn } from './frame-page.ts';

const open = (): Promise<BrowserMarkup> => {
  const { promise, resolve, reject } = Promise.withResolvers<BrowserMarkup>();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.addEventListener('load', () => {
    const owner = emptyPageIn(frame);
    if (owner) return resolve(newBrowserMarkup(owner));
    frame.remove();
    reject(new Error('The empty page of the console was not loaded.'));
  });
  frame.src = framePage();
  document.body.append(frame);
  return promise;
};

let opened: Promise<BrowserMarkup> | undefined;

/**
 * Reads third-party HTML. It parses under the rules of an empty page in a hidden frame. So no text becomes part of a page that may run or load
 * anything, and the console needs no permission to turn text into markup.
 *
 * @throws Error if the empty page cannot be loaded; the next call tries again
 */
export const openWorkshop = (): Promise<BrowserMarkup> => {
  if (opened) return opened;
  const opening = open();
  opened = opening;
  opening.catch(() => {
    opened = undefined;
  });
  return opening;
};
