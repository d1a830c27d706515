import type { VNode } from 'preact';
import { h } from 'preact';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Fact } from '../wording/consent-facts.ts';

/** Names and values. Each keeps its own reading direction. */
export const renderFacts = (facts: readonly Fact[]): VNode =>
  h(
    'dl',
    null,
    facts.map(([name, value]) =>
      h('div', null, h('dt', null, h('bdi', null, tame(name))), h('dd', null, h('bdi', null, tame(value)))),
    ),
  );
