import { html } from 'htm/preact';
import type { VNode } from 'preact';

const style = `<style>
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid GrayText; padding: 0.25rem 0.5rem; vertical-align: top; }
pre { overflow-x: auto; }
@media print { table { display: table; } pre { white-space: pre-wrap; } }
</style>`;

/**
 * The text of a notice in a shadow root, which keeps ids of the text to it, and styles and open elements of one that was published long
 * ago.
 */
export const renderShadowText = (text: string): VNode => html`
  <div>
    <template shadowrootmode="open" dangerouslySetInnerHTML=${{ __html: `${style}\n${text}\n` }}></template>
  </div>
`;
