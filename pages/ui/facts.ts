import type { ComponentChildren, VNode } from 'preact';
import { h } from 'preact';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';

/** A part of a page under its heading. */
export const Part = ({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children?: ComponentChildren;
}): VNode => h('section', null, h('h2', null, heading), children);

/** Names and values. Each keeps its own reading direction. A value with markup keeps what it says harmless itself. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: string | VNode])[];
}): VNode =>
  h(
    'dl',
    null,
    facts.map(([name, value]) =>
      h(
        'div',
        null,
        h('dt', null, h('bdi', null, escapeInvisible(name))),
        h('dd', null, h('bdi', null, typeof value === 'string' ? escapeInvisible(value) : value)),
      ),
    ),
  );
