import { emptyPageIn } from '../../html/frame-page.ts';
import { framePage } from '../page-settings.ts';

const open = (): Promise<Document> => {
  const { promise, resolve, reject } = Promise.withResolvers<Document>();
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.addEventListener('load', () => {
    const page = emptyPageIn(frame);
    if (page) return resolve(page);
    frame.remove();
    reject(new Error('The empty page of the console was not loaded.'));
  });
  frame.src = framePage();
  document.body.append(frame);
  return promise;
};

let opened: Promise<Document> | undefined;

/**
 * The empty page in a hidden frame, under whose rules texts can be parsed: the console itself may turn no text into markup.
 *
 * @throws Error if the empty page cannot be loaded; the next call tries again
 */
export const openParserFrame = (): Promise<Document> => {
  if (opened) return opened;
  const opening = open();
  opened = opening;
  opening.catch(() => {
    opened = undefined;
  });
  return opening;
};
