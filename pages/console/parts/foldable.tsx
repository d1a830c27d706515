import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

/** The width from which a page has room for all parts, as in `style/`. */
const roomy = '(min-width: 40rem)';

/**
 * A part of a page that not every reader needs. On a telephone it starts folded, otherwise open. On paper it is always open.
 *
 * @param heading of the part, such as an `h2`
 */
export const Foldable = ({
  heading,
  children,
}: {
  readonly heading: VNode;
  readonly children: ComponentChildren;
}): VNode => {
  const [isOpen] = useState(() => matchMedia(roomy).matches);
  return (
    <details class="foldable" open={isOpen}>
      <summary>{heading}</summary>
      {children}
    </details>
  );
};
