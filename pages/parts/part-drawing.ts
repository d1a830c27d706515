import type { VNode } from 'preact';
import { Fragment, h } from 'preact';

/** How a page draws a part that it may fold. */
export type PartDrawing = (heading: VNode, content: VNode) => VNode;

/** For a page that folds nothing. */
export const drawPart: PartDrawing = (heading, content) => h(Fragment, null, heading, content);
