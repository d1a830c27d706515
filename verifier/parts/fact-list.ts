import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Fact } from '../wording/consent-facts.ts';

/** Names and values. Each keeps its own reading direction. */
export const renderFacts = (facts: readonly Fact[]): VNode => html`
  <dl>
    ${facts.map(
      ([name, value]) => html`<div>
        <dt><bdi>${tame(name)}</bdi></dt>
        <dd><bdi>${tame(value)}</bdi></dd>
      </div>`,
    )}
  </dl>
`;
