import { html } from 'htm/preact';
import type { VNode } from 'preact';

/** How a page draws a part that it may put away. */
export type PartDrawing = (heading: VNode, content: VNode) => VNode;

/** As it stands on a page that puts nothing away. */
export const drawPart: PartDrawing = (heading, content) => html`${heading}${content}`;
