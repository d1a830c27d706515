import type { VNode } from 'preact';
import { Called, useCall } from '../calls/use-call.tsx';

type EditorsPages = typeof import('./editors-pages.ts').editorsPages;

let loading: Promise<EditorsPages> | undefined;

/** Loads what only editors use. Begin when one signs in: a later deployment has another file while the page stays open. */
export const loadEditorsPages = (): Promise<EditorsPages> => {
  loading ??= import('./editors-pages.ts').then(
    ({ editorsPages }) => editorsPages,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

interface ShownProps {
  readonly show: (pages: EditorsPages) => VNode;
}

/** A part of a page that only editors see. */
export const EditorsPart = ({ show }: ShownProps): VNode => {
  const calling = useCall(() => loadEditorsPages(), []);
  return <Called calling={calling} show={show} />;
};

/** A page of editors, which has the `main` of the document. */
export const EditorsPage = ({ show }: ShownProps): VNode => {
  const calling = useCall(() => loadEditorsPages(), []);
  const { outcome } = calling;
  if (outcome.is === 'done') return show(outcome.value);
  return (
    <main id="content">
      <Called calling={calling} show={show} />
    </main>
  );
};
