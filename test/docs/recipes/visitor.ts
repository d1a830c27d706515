import { JSDOM } from 'jsdom';

/** A page as a visitor sees it. */
export interface Page {
  readonly status: number;
  readonly html: string;
}

/** What a visitor types, or a robot sends. What has the name of a hidden field takes its place. */
type Fields = Readonly<Record<string, string>> | URLSearchParams;

/** A form on a page, to be filled in and sent, as often as one likes. */
export interface OpenForm {
  readonly html: string;
  readonly cacheControl: string;
  readonly cookie: string;
  readonly send: (fields: Fields, agent?: string) => Promise<Page>;
}

const readCookies = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

/** What the visitor's browser calls itself. */
export const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The page as a document. */
export const readPage = (html: string, url: string): Document => new JSDOM(html, { url }).window.document;

/** What the form of a page has in its fields before anybody types. */
export const readTyped = (html: string) => {
  const page = readPage(html, 'http://127.0.0.1');
  const [first_name, email, agree] = ['first_name', 'email', 'agree'].map((name) =>
    page.querySelector<HTMLInputElement>(`form [name=${name}]`),
  );
  return { first_name: first_name?.value, email: email?.value, isTicked: agree?.checked };
};

/** Finds the form of a page. It is sent to where it leads, with its hidden fields and the cookies of the page. */
export const readForm = (html: string, url: string, cookie = ''): Pick<OpenForm, 'send'> => {
  const form = readPage(html, url).querySelector('form');
  if (form === null) throw new Error(`There is no form: ${html}`);
  const hidden = [...form.querySelectorAll('input')].filter(({ type }) => type === 'hidden');
  const send = async (fields: Fields, agent = userAgent): Promise<Page> => {
    const typed = new URLSearchParams(fields);
    const given = hidden.filter(({ name }) => !typed.has(name)).map(({ name, value }) => [name, value]);
    const answer = await fetch(form.action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'user-agent': agent, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...given, ...typed]).toString(),
    });
    return { status: answer.status, html: await answer.text() };
  };
  return { send };
};

/** Opens a page and finds its form. */
export const openForm = async (url: string): Promise<OpenForm> => {
  const response = await fetch(url);
  const html = await response.text();
  const cacheControl = response.headers.get('cache-control') ?? '';
  const cookie = readCookies(response);
  return { html, cacheControl, cookie, ...readForm(html, url, cookie) };
};
