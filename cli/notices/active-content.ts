import createDOMPurify from 'dompurify';

/** Loaded when a text is looked at first: it takes longer than most commands. */
const openBrowser = async () => {
  const { JSDOM } = await import('jsdom');
  const { window } = new JSDOM('');
  return { document: window.document, purify: createDOMPurify(window) };
};

let browser: ReturnType<typeof openBrowser> | undefined;

/** The HTML as the content of a page in which nothing runs. */
const parse = async (html: string): Promise<HTMLTemplateElement> => {
  browser ??= openBrowser();
  const template = (await browser).document.createElement('template');
  template.innerHTML = html;
  return template;
};

/** `target` of links and comments harm nobody; FORCE_BODY keeps what stands at the beginning, such as a comment. */
const policy = { ADD_ATTR: ['target'], ADD_TAGS: ['#comment'], SANITIZE_DOM: false, FORCE_BODY: true };

/** What DOMPurify removes of its own accord, because of FORCE_BODY. */
const artefact = 'remove';

const nameOf = (node: Node | null | undefined): string => node?.nodeName.toLowerCase() ?? '';

/**
 * What HTML has that a browser would run, load as a frame, or not know, such as `<script>` or `onclick of <p>`; empty where
 * it is a text and nothing else. Nothing is changed.
 */
export const findActiveContent = async (html: string): Promise<string[]> => {
  const { innerHTML: asItIs } = await parse(html);
  browser ??= openBrowser();
  const { purify } = await browser;
  if (purify.sanitize(html, policy) === asItIs) return [];
  const found = purify.removed
    .map((removed) => {
      if ('element' in removed) return nameOf(removed.element);
      return removed.attribute === null ? '' : `${removed.attribute.name} of <${nameOf(removed.from)}>`;
    })
    .filter((name) => name !== '' && name !== artefact)
    .map((name) => (name.includes(' ') || name.startsWith('#') ? name : `<${name}>`));
  return found.length > 0 ? [...new Set(found)] : ['markup that a browser would read in another way'];
};

/** Whether people see anything of it: characters, or a picture with a description. */
export const isVisible = async (html: string): Promise<boolean> => {
  const { content } = await parse(html);
  for (const style of content.querySelectorAll('style')) style.remove();
  return /\S/.test(content.textContent ?? '') || content.querySelector('img[alt]:not([alt=""])') !== null;
};
