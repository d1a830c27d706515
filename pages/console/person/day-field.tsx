import type { VNode } from 'preact';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { toFragment } from '../address.ts';
import { Field, Input } from '../form.tsx';
import { useText, useWriting } from '../language.ts';
import { stateOnDay, today } from './state-on-day.ts';

/** Asks for a day, on which each notice then has its state. */
export const DayField = ({ day, ask }: { readonly day: string; readonly ask: (day: string) => void }): VNode => {
  const t = useText();
  return (
    <div class="screen">
      <Field label={t('person.askedDay')}>
        <Input type="date" max={today()} value={day} change={ask} />
      </Field>
    </div>
  );
};

/** Whether a notice was in force on a day, with the consents by which it was. */
export const OnDay = ({
  consents,
  day,
}: {
  readonly consents: readonly ListedConsent[];
  readonly day: string;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const { holds, by } = stateOnDay(consents, day);
  return (
    <p class={`state ${holds === 'not' ? 'ended' : 'holds'}`} role="status">
      {t(`person.onDay.${holds}`, { day: writing.utcDay(day) })}
      {by.map(({ id, consentInformationVersion: version }) => (
        <>
          {' '}
          · {t('consents.version', { version: writing.number(version) })}:{' '}
          <a href={toFragment({ view: 'consent', id, at: day })}>{t('person.theConsent')}</a>
        </>
      ))}
    </p>
  );
};
