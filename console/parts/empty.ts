import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';

/** What stands where there is nothing to show. @param children why, and what can be done about it */
export const Empty = ({ children }: { readonly children: ComponentChildren }): VNode =>
  html`<div class="empty" role="status">${children}</div>` as VNode;
