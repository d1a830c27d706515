import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { toFragment } from '../address.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts.tsx';

/** A page, or a message with a way out if the page fails. The message does not repeat what the page was about. */
export const FaultBoundary = ({ children }: { readonly children: ComponentChildren }): ComponentChildren => {
  const words = useWords('frame');
  const [error, again] = useErrorBoundary();
  if (error === undefined) return children;
  return (
    <main id="content">
      <PageHeading title={words.fault} />
      <div class="failed" role="alert">
        <p>{words.faultMeaning}</p>
      </div>
      <p class="actions">
        <button type="button" onClick={again}>
          {words.again}
        </button>
        <a href={toFragment({ view: 'find' })}>{words.toBeginning}</a>
      </p>
    </main>
  );
};
