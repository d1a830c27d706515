import { framePage } from '../page-settings.ts';

/**
 * The document of a frame, once it is the empty page of this console, which has a Content-Security-Policy of its own. Undefined for any other
 * page, such as what a server answers in its place.
 */
export const emptyPageIn = (frame: HTMLIFrameElement): Document | undefined => {
  const { contentDocument } = frame;
  const mark = contentDocument?.querySelector('meta[name="consent-register-page"][content="frame"]');
  return mark && contentDocument?.URL === framePage() ? contentDocument : undefined;
};
