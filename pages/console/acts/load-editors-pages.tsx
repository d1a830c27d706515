import type { VNode } from 'preact';
import { LoadedPage, LoadedPart } from '../calls/loaded-part.tsx';
import type { Parts } from '../load-file.ts';

interface ShownProps {
  readonly show: (pages: Parts['editors']['editorsPages']) => VNode;
}

/** A part of a page that only editors see. */
export const EditorsPart = ({ show }: ShownProps): VNode => (
  <LoadedPart part="editors" show={({ editorsPages }) => show(editorsPages)} />
);

/** A page of editors, which has the `main` of the document. */
export const EditorsPage = ({ show }: ShownProps): VNode => (
  <LoadedPage part="editors" show={({ editorsPages }) => show(editorsPages)} />
);
