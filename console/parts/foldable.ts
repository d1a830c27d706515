import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

/** From where on a page has room for all of its parts at once, as `style/` has it for a telephone. */
const roomy = '(min-width: 40rem)';

/**
 * A part of a page that not every reader needs: on a telephone it is folded until she opens it, else open until she folds it. Paper has all
 * of it.
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
  return html`<details class="foldable" open=${isOpen}>
    <summary>${heading}</summary>
    ${children}
  </details>` as VNode;
};
