import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outbox } from '../../../cli/local/outbox.ts';
import { startOutbox } from '../../../cli/local/outbox.ts';
import { serve } from '../call/serve.ts';

/** Stands in for Amazon SES, with faults that tests ask for. */
export interface MailService extends Pick<Outbox, 'mails'> {
  /** How it takes a mail: as it should, refuses it, fails, takes it and does not say so, or says so so many milliseconds late. */
  mode: 'sound' | 'refusing' | 'failing' | 'silent' | number;
  /** How many calls came. */
  calls: number;
  /** The paths and hosts to which links of mails lead, newest mail first. */
  readonly links: () => readonly string[];
}

const linkOf = (mail: { readonly text: string }): string => /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';

/** Starts it and makes it the service for all mail that this process sends from now on. */
export const startMailService = async (): Promise<MailService> => {
  const outbox = await startOutbox();
  const service: MailService = { mode: 'sound', calls: 0, mails: outbox.mails, links: () => outbox.mails.map(linkOf) };
  process.env.AWS_ENDPOINT_URL_SESV2 = await serve(async (request, response) => {
    service.calls += 1;
    const { mode } = service;
    const body = await text(request);
    const fail = (status: number, name: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name })
        .end(JSON.stringify({ message: `The mail fails: ${body}` }));
    if (mode === 'refusing') return fail(400, 'MessageRejected');
    if (mode === 'failing') return fail(500, 'InternalServiceError');
    const answer = await fetch(`${outbox.endpoint}${request.url}`, { method: 'POST', body });
    if (mode === 'silent') return undefined;
    if (typeof mode === 'number') await sleep(mode);
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  return service;
};
