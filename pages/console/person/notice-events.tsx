import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { toFragment } from '../address.ts';
import { arrivalOf, revokeArrivalOf } from '../consents/listed-consent.ts';
import { NoticeName } from '../find/notice-name.tsx';
import type { RegisterNames } from '../find/register-names.ts';
import { useEvidenceText, useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import type { NoticeHistory, PersonEvent } from './histories.ts';

/** How many events are shown at first. */
const shownFirst = 12;

/** A notice, and how the person agreed and withdrew. */
export const NoticeEvents = ({
  history: { pid, events },
  names,
}: {
  readonly history: NoticeHistory;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, events.length - shownFirst);
  return (
    <section>
      <h3>
        <NoticeName notice={names?.notices.find((one) => one.pid === pid) ?? { name: String(pid) }} />
      </h3>
      <ol class="events">
        {(hidden === 0 ? events : events.slice(0, shownFirst)).map((event) => (
          <Event key={`${event.consent.id} ${event.what}`} event={event} />
        ))}
      </ol>
      {hidden > 0 && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {t('person.showAll', { count: writing.number(events.length) })}
          </button>
        </p>
      )}
    </section>
  );
};

/** What happened, in words. */
const useEventText = ({ what, consent }: PersonEvent): string => {
  const t = useText();
  const writing = useWriting();
  const { how } = useEvidenceText().writing;
  const nameLanguage = nameLanguages(useLanguage());
  const version = writing.number(consent.consentInformationVersion);
  if (what === 'given') {
    const given = t('person.events.given', {
      version,
      channel: how(arrivalOf(consent)),
      language: nameLanguage(consent.lang),
    });
    return consent.imported ? `${given}, ${t('person.events.imported')}` : given;
  }
  const ended = `${t(`person.events.${what}`)} (${t('consents.version', { version })})`;
  const revoked = what === 'revoked' ? revokeArrivalOf(consent) : null;
  return revoked ? `${ended}, ${how(revoked)}` : ended;
};

const Event = ({ event }: { readonly event: PersonEvent }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { time, what, consent } = event;
  const { id, consentInformationPid: pid, consentInformationVersion: version, lang } = consent;
  return (
    <li>
      <time datetime={`${time.replace(' ', 'T')}Z`}>{writing.time(time)}</time>
      <span>
        {useEventText(event)} · <a href={toFragment({ view: 'consent', id })}>{t('person.theConsent')}</a>
        {what === 'given' && (
          <>
            {' '}
            ·{' '}
            <a href={toFragment({ view: 'version', pid, version, lang })}>
              {t('person.theText', { version: writing.number(version) })}
            </a>
          </>
        )}
      </span>
    </li>
  );
};
