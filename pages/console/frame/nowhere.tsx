import type { VNode } from 'preact';
import { toFragment } from '../address.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';

/** The page for an unknown address. */
export const Nowhere = (): VNode => {
  const words = useWords('frame');
  return (
    <main id="content">
      <PageHeading title={words.nowhere} />
      <p>{words.nowhereMeaning}</p>
      <p>
        <a href={toFragment({ view: 'find' })}>{words.toBeginning}</a>
      </p>
    </main>
  );
};
