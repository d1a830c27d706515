import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/text-language.ts';
import type { Holding, NoticeHistory, PersonEvent } from './history.ts';

/** How many events are shown at first. */
const shownFirst = 12;

/** What is in force and why, in one line. */
const useVerdict = (holding: Holding): string => {
  const [words, { time, day, number }] = [useWords('person'), useWriting()];
  if (!holding.holds) {
    const { state, stateTime } = holding.last;
    return state === 'active' ? words.notInForce : `${words.notInForce}: ${words.ended[state](time(stateTime))}`;
  }
  const { newest, oldest, until } = holding;
  const version = newest.consentInformationVersion;
  const isSame = oldest.consentInformationVersion === version;
  const parts = [
    words.inForce(number(version), time(isSame ? oldest.time : newest.time)),
    ...(isSame ? [] : [words.alreadySince(number(oldest.consentInformationVersion), time(oldest.time))]),
    ...(until === null ? [] : [words.endsOn(day(until))]),
  ];
  return parts.join(', ');
};

const Event = ({ event: { time, what, consent } }: { readonly event: PersonEvent }): VNode => {
  const [words, evidence, writing] = [useWords('person'), useWords('evidence'), useWriting()];
  const nameLanguage = nameLanguages(useLanguage());
  const { id, consentInformationPid: pid, consentInformationVersion, channel, lang, imported } = consent;
  const version = writing.number(consentInformationVersion);
  const says =
    what === 'given'
      ? `${words.events.given(version, evidence.writing.channels[channel], nameLanguage(lang))}${imported ? `, ${words.events.imported}` : ''}`
      : words.events[what];
  const text = toFragment({ view: 'version', pid, version: consentInformationVersion });
  return (
    <li>
      <time datetime={`${time.replace(' ', 'T')}Z`}>{writing.time(time)}</time>
      <span>
        {says} · <a href={toFragment({ view: 'consent', id })}>{words.theConsent}</a>
        {what === 'given' && (
          <>
            {' '}
            · <a href={text}>{words.theText(version)}</a>
          </>
        )}
      </span>
    </li>
  );
};

/** A notice, and how the person agreed and withdrew. */
export const NoticeSection = ({
  history: { pid, holding, events },
  names,
}: {
  readonly history: NoticeHistory;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const [words, language, writing] = [useWords('person'), useLanguage(), useWriting()];
  const [isWhole, setWhole] = useState(false);
  const verdict = useVerdict(holding);
  const notice = names?.notices.find((one) => one.pid === pid);
  const name = tame(notice ? nameNotice(notice, language) : String(pid));
  const hidden = isWhole ? 0 : Math.max(0, events.length - shownFirst);
  return (
    <section>
      <h2>
        <a href={toFragment({ view: 'notice', pid })}>
          <bdi>{name}</bdi>
        </a>
      </h2>
      <p class={`state ${holding.holds ? 'holds' : 'ended'}`}>
        <bdi>{name}</bdi>, {verdict}
      </p>
      <ol class="events">
        {(hidden === 0 ? events : events.slice(0, shownFirst)).map((event) => (
          <Event key={`${event.consent.id} ${event.what}`} event={event} />
        ))}
      </ol>
      {hidden > 0 && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {words.showAll(writing.number(events.length))}
          </button>
        </p>
      )}
    </section>
  );
};
