import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../language.ts';

/** How many milliseconds the confirmation stays. */
const saidFor = 2_500;

/** Copies a text to the clipboard. There is no button if the browser has no clipboard, as in a page loaded over http. */
export const CopyButton = ({ text }: { readonly text: string }): VNode | null => {
  const words = useWords('parts');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(setCopied, saidFor, false);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (navigator.clipboard === undefined) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span class="screen">
      <button type="button" class="plain" onClick={copy}>
        {words.copy}
      </button>
      <span role="status" class="quiet small">
        {isCopied ? words.copied : ''}
      </span>
    </span>
  );
};
