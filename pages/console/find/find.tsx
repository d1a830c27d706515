import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { AskForm } from './ask.tsx';
import { useQuestion } from './question.ts';
import { useNames } from './register-names.ts';

/** The page for finding a person or a consent. */
export const Find = (): VNode => {
  const words = useWords('find');
  const { outcome } = useNames();
  const { values, ask } = useQuestion();
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => page.current?.querySelector('input')?.focus(), []);
  return (
    <main id="content" ref={page}>
      <PageHeading title={words.heading} />
      <AskForm values={values} filter={{}} names={outcome.is === 'done' ? outcome.value : undefined} ask={ask} />
    </main>
  );
};
