import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../language.ts';

/** Whether this is the first page since loading, which the browser itself starts at the top. */
let isFirst = true;

/**
 * The heading of a page. It gets the focus after a change of page, so that screen readers read it and the next key enters the page.
 *
 * @param title for the tab, the history and bookmarks: nothing about a person
 * @param children the heading, if it says more than the title
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
  return (
    <h1 ref={heading} tabindex={-1}>
      {children ?? title}
    </h1>
  );
};
