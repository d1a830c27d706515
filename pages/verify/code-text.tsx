import type { VNode } from 'preact';

/** A text with code between backticks. */
export const CodeText = ({ text }: { readonly text: string }): VNode => (
  <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>
);
