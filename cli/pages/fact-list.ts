import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { makeVisible } from '../notices/visible-text.ts';
import type { Fact } from './consent-facts.ts';

/** Names and values. Each keeps to itself the direction in which it is read. */
export const renderFacts = (facts: readonly Fact[]): VNode => html`
  <dl>
    ${facts.map(
      ([name, value]) => html`<div>
        <dt><bdi>${makeVisible(name)}</bdi></dt>
        <dd><bdi>${makeVisible(value)}</bdi></dd>
      </div>`,
    )}
  </dl>
`;
