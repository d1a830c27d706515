import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Unstamped } from '../../../shared/log/time-stamp.ts';
import { serve } from '../../support/call/serve.ts';

/** What is to be stamped. */
export const note = 'consent-register/test\n7\ncm9vdA==\n\n— consent-register/test c2lnbmF0dXJl\n';

export const serveAuthority = async (listener: RequestListener): Promise<URL> =>
  new URL(`${await serve(listener)}/stamp`);

/** An authority that answers each request as this does. */
export const serveReplies = (reply: (request: Uint8Array) => Uint8Array | Promise<Uint8Array>): Promise<URL> =>
  serveAuthority(async (request, response) => {
    const answer = await reply(new Uint8Array(await buffer(request)));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
  });

export const faultOf = async (stamping: Promise<unknown>): Promise<Unstamped> => {
  const error = await stamping.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Unstamped)) throw new Error('There is a stamp, or another error.');
  return error;
};
