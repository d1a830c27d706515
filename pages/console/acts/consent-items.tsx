import type { VNode } from 'preact';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { toValues } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { StateBadge } from '../parts.tsx';

/** The consents that an act is about, each with whose it is. */
export const ConsentItems = ({
  consents,
  names,
}: {
  readonly consents: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
}): VNode => (
  <ul class="items">
    {consents.map((consent) => (
      <li key={consent.id}>
        <Item consent={consent} names={names} />
      </li>
    ))}
  </ul>
);

const Item = ({
  consent: { id, consentInformationPid: pid, consentInformationVersion: version, time, state, userData },
  names,
}: {
  readonly consent: ListedConsent;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const notice = names?.notices.find((one) => one.pid === pid);
  const name = escapeInvisible(notice ? nameNotice(notice, language) : String(pid));
  const whose = toValues(userData).map(({ value }) => value);
  return (
    <>
      <bdi>{escapeInvisible(whose.join(', '))}</bdi>
      <br />
      <a href={toFragment({ view: 'consent', id })}>
        {t('revokeAll.item', { notice: name, version: writing.number(version), time: writing.time(time) })}
      </a>{' '}
      <StateBadge state={state} />
    </>
  );
};
