import type { DOMPurify } from 'dompurify';

/** Markup as browsers see it. Nothing of it is run or loaded. */
export interface Dom {
  /** The markup in an element of its own, as `innerHTML` makes it, where `<tr>` and the like may stand alone. */
  readonly parse: (html: string) => Element;
  /** The body of a page whose server wrote the markup into it, where `<body onload>` and `<frameset>` count too. */
  readonly parseInPage: (html: string) => Element;
  readonly purify: DOMPurify;
}

const load = async (): Promise<Dom> => {
  const [{ JSDOM, VirtualConsole }, { default: createPurify }] = await Promise.all([
    import('jsdom'),
    import('dompurify'),
  ]);
  const { window } = new JSDOM('<!doctype html>', { virtualConsole: new VirtualConsole() });
  const parse = (html: string): Element => {
    const template = window.document.createElement('template');
    template.innerHTML = html;
    const element = window.document.createElement('div');
    element.append(template.content);
    return element;
  };
  const parseInPage = (html: string): Element => {
    const page = new window.DOMParser().parseFromString(`<!doctype html><div>${html}`, 'text/html');
    /** `page.body` would be the image of `<img name="body">`. */
    const body = window.Document.prototype.querySelector.call(page, 'body, frameset');
    if (body === null) throw new Error('A page has no body.');
    return body;
  };
  return { parse, parseInPage, purify: createPurify(window) };
};

let loading: Promise<Dom> | undefined;

/** Loads jsdom with the first text, because that takes a third of a second, which most commands need not spend. */
export const loadDom = (): Promise<Dom> => {
  loading ??= load();
  return loading;
};
