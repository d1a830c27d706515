import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

/** A text with code between backticks. */
export const CodeText = ({ text }: { readonly text: string }): VNode => (
  <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>
);

/** Content that is drawn only when the reader opens it. */
export const Folded = ({
  summary,
  render,
}: {
  readonly summary: ComponentChildren;
  readonly render: () => VNode;
}): VNode => {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>
        <bdi>{summary}</bdi>
      </summary>
      {wasOpened ? render() : null}
    </details>
  );
};

/** A text whose addresses may go on in the next line after a slash, not within a word. What is copied of it is the same. */
export const FlowingText = ({ text }: { readonly text: string }): VNode => (
  <>{text.split(/(?<=[^/]\/)(?!\/)/).map((part, i) => (i === 0 ? part : [<wbr />, part]))}</>
);
