import type { ComponentChildren, VNode } from 'preact';

/** A placeholder if there is nothing to show. @param children why, and what to do */
export const Empty = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <div class="empty" role="status">
    {children}
  </div>
);
