import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../language.ts';

/** The page that the document opens with: there the browser begins at the top by itself. */
let isFirst = true;

/**
 * The heading of a page. It gets the focus where the view has changed, so that it is read aloud and the next key leads into the page.
 *
 * @param title what the tab, the history and bookmarks say: nothing of a person
 * @param children the heading where it says more than the title
 */
export const PageHeading = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode => {
  const { name } = useWords('frame');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} – ${name}`;
  }, [title, name]);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return html`<h1 ref=${heading} tabindex="-1">${children ?? title}</h1>` as VNode;
};
