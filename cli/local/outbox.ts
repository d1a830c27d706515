import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import * as v from 'valibot';
import type { HttpFunction } from '../../shared/api/stack.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import type { StandIn } from './aws.ts';
import { isAborted } from './connection.ts';
import { createLocalServer, listenOnLoopback } from './loopback.ts';

export const outboxRoute = 'GET /outbox';

/** Mails that are kept. */
const most = 100;

const Data = v.object({ Data: v.string() });

/** A call of SendEmail (Amazon SES API v2) with a simple mail to one address. */
const SendEmail = v.object({
  FromEmailAddress: v.string(),
  ConfigurationSetName: v.string(),
  Destination: v.object({ ToAddresses: v.tuple([v.string()]) }),
  Content: v.object({ Simple: v.object({ Subject: Data, Body: v.object({ Text: Data, Html: Data }) }) }),
});

/** A mail that goes nowhere. */
interface OutgoingMail {
  readonly time: Date;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** @property mails the newest hundred, newest first */
export interface Outbox extends StandIn {
  readonly mails: readonly OutgoingMail[];
  /** Shows them at `outboxRoute`. */
  readonly show: HttpFunction;
}

/**
 * A stand-in for Amazon SES that keeps mails in memory instead of sending them. Set its endpoint in
 * `AWS_ENDPOINT_URL_SESV2`.
 */
export const startOutbox = async (): Promise<Outbox> => {
  const mails: OutgoingMail[] = [];
  const server = createLocalServer(async (request, response) => {
    const end = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    };
    try {
      const call = v.safeParse(SendEmail, await json(request));
      if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails' || !call.success)
        return end(400, { message: 'There is no such call here, or it cannot be read.' });
      mails.unshift(toMail(call.output));
      mails.splice(most);
      end(200, { MessageId: randomUUID() });
    } catch {
      if (!isAborted(request)) end(400, { message: 'The request cannot be read.' });
    }
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, stop: () => server.close(), mails, show: async () => showMails(mails) };
};

const toMail = ({ FromEmailAddress, Destination, Content }: v.InferOutput<typeof SendEmail>): OutgoingMail => {
  const { Subject, Body } = Content.Simple;
  return {
    time: new Date(),
    from: FromEmailAddress,
    to: Destination.ToAddresses[0],
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
  };
};

const style =
  'body{margin:0 auto;max-width:40rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.5rem}h2{font-size:1.1rem}p{white-space:pre-wrap}';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

const isLink = (line: string): boolean => /^https?:\/\/\S+$/.test(line);

const showMail = ({ time, to, subject, text }: OutgoingMail) =>
  h(
    'article',
    null,
    h('h2', null, subject),
    h('p', null, `To ${to}, ${formatTime(time)} UTC`),
    text.split('\n\n').map((part) => h('p', null, isLink(part) ? h('a', { href: part }, part) : part)),
    h('hr', null),
  );

const showMails = (mails: readonly OutgoingMail[]) => {
  const [head, body] = [
    [
      h('meta', { charset: 'utf-8' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, 'Outbox'),
      h('style', null, style),
    ],
    [
      h('h1', null, 'Outbox'),
      h('p', null, `Mails of this local service go here and nowhere else. The newest ${most} are kept until it stops.`),
      mails.length === 0 ? h('p', null, 'No mail yet.') : mails.map(showMail),
    ],
  ];
  const page = renderToString(h('html', { lang: 'en' }, h('head', null, head), h('body', null, body)));
  return { statusCode: 200, headers, body: `<!doctype html>\n${page}\n` };
};
