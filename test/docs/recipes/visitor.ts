import { JSDOM } from 'jsdom';

/** A page as a visitor sees it. */
export interface Page {
  readonly status: number;
  readonly html: string;
}

/** What a visitor types, or a robot sends. */
type Fields = Readonly<Record<string, string>> | URLSearchParams;

/** A form on a page, to be filled in and sent, as often as one likes. */
export interface OpenForm {
  readonly html: string;
  readonly cacheControl: string;
  readonly send: (fields: Fields) => Promise<Page>;
}

const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** Opens a page and finds its form. The form is sent to where it leads, with its hidden fields and the cookies of the page. */
export const openForm = async (url: string): Promise<OpenForm> => {
  const response = await fetch(url);
  const cookie = readCookies(response);
  const html = await response.text();
  const form = new JSDOM(html, { url }).window.document.querySelector('form');
  if (form === null) throw new Error(`There is no form: ${html}`);
  const hidden = [...form.querySelectorAll('input')].filter(({ type }) => type === 'hidden');
  const given = hidden.map(({ name, value }): [string, string] => [name, value]);
  const send = async (fields: Fields): Promise<Page> => {
    const answer = await fetch(form.action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...given, ...new URLSearchParams(fields)]).toString(),
    });
    return { status: answer.status, html: await answer.text() };
  };
  return { html, cacheControl: response.headers.get('cache-control') ?? '', send };
};
