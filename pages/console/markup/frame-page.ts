import { framePage } from '../page-settings.ts';

/**
 * The document of a frame, if it is the console's empty page with its own Content-Security-Policy. Undefined for any other page, such as an
 * error page of a server.
 */
export const emptyPageIn = (frame: HTMLIFrameElement): Document | undefined => {
  const { contentDocument } = frame;
  const mark = contentDocument?.querySelector('meta[name="consent-register-page"][content="frame"]');
  return mark && contentDocument?.URL === framePage() ? contentDocument : undefined;
};
