import { mostMarkup } from './sanitise.ts';

/** More tags than this make too many elements, or are meant to keep the browser busy. */
const mostTags = 4 * mostMarkup.elements;

/**
 * How many tags to parse between checks of the tree: few enough that explosive markup stays bearable, and enough that long trees are not checked
 * too often.
 */
const portionAt = (elementCount: number): number => Math.max(200, Math.floor(elementCount / 20));

const contentOf = (element: Element): ParentNode =>
  element.localName === 'template' && 'content' in element ? (element as HTMLTemplateElement).content : element;

/** How many elements there are; infinite if they are too deep. */
const countElements = (parent: ParentNode, depth = 0): number => {
  if (depth > mostMarkup.depth) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    count += 1 + countElements(contentOf(child), depth + 1);
  }
  return count;
};

/**
 * Parses markup into an invisible document, where nothing runs or loads. It writes in portions, because a browser's parser cannot be stopped:
 * fifty thousand open elements keep it busy for minutes.
 *
 * @param owner the document whose Content-Security-Policy and Trusted Types apply to the parsing
 * @returns undefined if the markup is too deep or too long
 */
export const parseBounded = (owner: Document, markup: string): Document | undefined => {
  const tags = Array.from(markup.matchAll(/</g), ({ index }) => index);
  if (tags.length > mostTags) return undefined;
  const page = owner.implementation.createHTMLDocument('');
  page.open();
  page.write(markup.slice(0, tags[0]));
  for (let done = 0, count = 0; done < tags.length; ) {
    const next = done + portionAt(count);
    page.write(markup.slice(tags[done], tags[next]));
    done = next;
    count = countElements(page);
    if (count > mostMarkup.elements) return undefined;
  }
  page.close();
  return page;
};
