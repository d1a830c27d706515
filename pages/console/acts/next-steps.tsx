import type { VNode } from 'preact';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { useText } from '../language.ts';

/** A page that an officer may need next, and why. */
export interface NextStep {
  readonly to: Address;
  readonly name: string;
  readonly says: string;
}

/** What comes after an act. */
export const NextSteps = ({ steps }: { readonly steps: readonly NextStep[] }): VNode => {
  const t = useText();
  return (
    <section class="next-steps">
      <h2>{t('acts.next')}</h2>
      <ul>
        {steps.map(({ to, name, says }) => (
          <li key={name}>
            <a href={toFragment(to)}>{name}</a>
            <div class="quiet">{says}</div>
          </li>
        ))}
      </ul>
    </section>
  );
};
