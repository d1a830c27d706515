import type { VNode } from 'preact';
import type { PartName, Parts } from '../load-file.ts';
import { loadPart } from '../load-file.ts';
import { Called, useCall } from './use-call.tsx';

interface LoadedProps<Name extends PartName> {
  readonly part: Name;
  readonly show: (part: Parts[Name]) => VNode;
}

/** What stands in a page once its file is loaded. */
export const LoadedPart = <Name extends PartName>({ part, show }: LoadedProps<Name>): VNode => {
  const calling = useCall(() => loadPart(part), [part]);
  return <Called calling={calling} show={show} />;
};

/** A whole page once its file is loaded. The page has the `main` of the document. */
export const LoadedPage = <Name extends PartName>({ part, show }: LoadedProps<Name>): VNode => {
  const calling = useCall(() => loadPart(part), [part]);
  const { outcome } = calling;
  if (outcome.is === 'done') return show(outcome.value);
  return (
    <main id="content">
      <Called calling={calling} show={show} />
    </main>
  );
};
