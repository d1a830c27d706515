import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { consentStates } from '../../../shared/consents/state.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/index.ts';
import { channels } from '../actions/channels.tsx';
import type { Address, Filter } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/list-pages.tsx';
import { Listing, useListing } from '../calls/list-pages.tsx';
import type { Outcome } from '../calls/use-call.tsx';
import { Refresh } from '../calls/use-call.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { nameLanguages, nameNotice, recallNames, useKnownNames } from '../names.tsx';
import { PageHeading } from '../parts.tsx';
import { nameValue } from '../person/person-value.tsx';
import { useSession } from '../session/session.ts';
import type { Writing } from '../writing.ts';
import type { WrongFilter } from './filters.tsx';
import { noticeLanguages } from './filters.tsx';
import type { FoundConsent, Search } from './listed-consent.ts';
import { beginList, toRefusals } from './listed-consent.ts';
import { choiceOf } from './period.ts';
import type { Ask, Typed } from './query.ts';
import { toReadings, useQuestion } from './query.ts';
import { Results } from './results.tsx';
import type { FilterPart } from './search-form.tsx';
import { AskForm, useOwnKeys } from './search-form.tsx';

type Found = Followed<FoundConsent>;

/** Rows of a page of the list, and the calls for each reading before the page asks whether to continue. */
const [wanted, mostCalls] = [50, 40];

/** Why parts of the filter were refused, in the reader's language. */
const useWrong = (outcome: Outcome<Found>): WrongFilter => {
  const t = useText();
  const refusals = outcome.is === 'failed' ? toRefusals(outcome.error) : [];
  return Object.fromEntries(refusals.map(([name, why]) => [name, t(`find.refused.${why}`)]));
};

type ListAddress = Extract<Address, { view: 'consents' }>;

/** The search and what it found, newest first; the newest of all if nothing is asked. */
export const ConsentList = ({ address }: { readonly address: ListAddress }): VNode => {
  const t = useText();
  const { filter } = address;
  const { number, typed, isLost, ask } = useQuestion();
  const names = useKnownNames();
  const ownKeys = useOwnKeys();
  const [wrong, setWrong] = useState<WrongFilter>({});
  const parts = useFilterParts(filter, names);
  const id = `${number} ${toFragment(address)}`;
  const isFirst =
    typed === undefined && !isLost && toFragment(address) === toFragment({ view: 'consents', filter: {} });
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isFirst) page.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="content" ref={page}>
      <PageHeading title={t('consents.heading')} />
      {isLost && (
        <p class="warning" role="status">
          {t('consents.lost')}
        </p>
      )}
      <AskForm
        typed={typed}
        filter={filter}
        parts={parts}
        names={names}
        ownKeys={ownKeys.known}
        wrong={wrong}
        ask={ask}
      />
      <AskedFor typed={typed} parts={parts} />
      <Answer
        key={id}
        address={address}
        typed={typed}
        names={names}
        ask={ask}
        refuse={setWrong}
        learn={ownKeys.learn}
      />
    </main>
  );
};

/** What the service answers to a question. It keeps only one page of the rows. */
const Answer = ({
  address,
  typed,
  names,
  ask,
  refuse,
  learn,
}: {
  readonly address: ListAddress;
  readonly typed: Typed | undefined;
  readonly names: RegisterNames | undefined;
  readonly ask: Ask;
  /** Gets why parts of the filter were refused; nothing if none was. */
  readonly refuse: (wrong: WrongFilter) => void;
  /** Gets the rows. */
  readonly learn: (rows: readonly FoundConsent[]) => void;
}): VNode | null => {
  const { filter, after } = address;
  const session = useSession();
  const listing = useListing<FoundConsent>(
    async (client, signal) => ({
      read: beginList(
        client,
        {
          filter,
          readings: toReadings(typed),
          names: filter.version === undefined ? undefined : await recallNames(session),
        },
        signal,
      ),
      after,
      wanted,
      perPage: wanted,
      calls: mostCalls,
    }),
    [],
  );
  const { calling } = listing;
  const { outcome } = calling;
  const wrong = useWrong(outcome);
  const isRefused = Object.keys(wrong).length > 0;
  useEffect(() => refuse(wrong), [JSON.stringify(wrong)]);
  useEffect(() => {
    if (outcome.is === 'done') learn(outcome.value.rows);
  }, [outcome]);
  if (isRefused) return null;
  const search: Search = { filter, typed };
  return (
    <Listing
      listing={listing}
      show={(found) => (
        <Results
          address={address}
          search={search}
          names={names}
          found={found}
          ask={ask}
          refresh={<Refresh calling={calling} />}
        />
      )}
    />
  );
};

type Part = readonly [name: string, value: string];

/** The period in words: a choice of the form, a day, a month or a time, or a span. */
const usePeriod = ({ from, until }: Filter): string => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const write = (text: string): string => writeMoment(text, language, writing);
  const choice = choiceOf({ from, until }, new Date());
  if (choice === 'any') return '';
  if (choice === 'day' || choice === 'month') return write(from ?? '');
  if (choice !== 'span') return t(`find.periods.${choice}`);
  return [from && t('consents.from', { time: write(from) }), until && t('consents.until', { time: write(until) })]
    .filter(Boolean)
    .join(' ');
};

/** What was typed, by name where the reader said what it is. */
const toTypedParts = (t: Translate, typed: Typed | undefined): readonly Part[] => {
  if (typed === undefined) return [];
  const { text, chosen, ownKey, also } = typed;
  const name = chosen === undefined ? '' : nameValue(t, chosen === 'own' ? ownKey : chosen);
  return [[name, text], ...also.map(({ key, value }): Part => [nameValue(t, key), value])];
};

/** The filter in words. */
const useFilterParts = (filter: Filter, names: RegisterNames | undefined): readonly FilterPart[] => {
  const t = useText();
  const language = useLanguage();
  const period = usePeriod(filter);
  const { project = '', notice = '', version = '', state = '', lang = '', channel = '' } = filter;
  const found = names?.notices.find(({ pid }) => String(pid) === notice);
  const known = channels.find((one) => one === channel);
  const knownState = consentStates.find((one) => one === state);
  const parts: readonly FilterPart[] = [
    { names: ['notice', 'version'], name: t('consents.notice'), value: found ? nameNotice(found, language) : notice },
    { names: ['version'], name: t('find.version'), value: version },
    { names: ['state'], name: t('consents.state'), value: knownState ? t(`parts.states.${knownState}`) : state },
    { names: ['from', 'until'], name: t('find.period'), value: period },
    {
      names: ['project'],
      name: t('consents.project'),
      value: names?.projects.find(({ uid }) => uid === project)?.name ?? project,
    },
    {
      names: ['lang'],
      name: t('consents.language'),
      value: noticeLanguages.includes(lang) ? nameLanguages(language)(lang) : lang,
    },
    { names: ['channel'], name: t('consents.channel'), value: known ? t(`arrival.channels.${known}`) : channel },
  ];
  return parts.filter(({ value }) => value !== '');
};

/** The criteria of a list in words, for paper: on a screen the form above has them. */
const AskedFor = ({
  typed,
  parts,
}: {
  readonly typed: Typed | undefined;
  readonly parts: readonly FilterPart[];
}): VNode => {
  const t = useText();
  const all = [...toTypedParts(t, typed), ...parts.map(({ name, value }): Part => [name, value])];
  if (all.length === 0)
    return (
      <p class="paper">
        {t('consents.asked')}: {t('consents.all')}
      </p>
    );
  return (
    <div class="asked paper">
      <p>{t('consents.asked')}:</p>
      <ul>
        {all.map(([name, value]) => (
          <li key={`${name} ${value}`}>
            {name === '' ? null : <span class="quiet">{name}</span>} <bdi>{escapeInvisible(value)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
};

const isThere = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** A month, a day or a time in UTC, in the reader's format; anything else unchanged. */
const writeMoment = (text: string, language: Language, writing: Writing): string => {
  if (/^\d{4}-\d\d$/.test(text) && isThere(`${text}-01`)) {
    const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return months.format(new Date(`${text}-01T00:00:00Z`));
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isThere(text)) return writing.utcDay(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) && isThere(`${text}Z`) ? writing.time(`${text}Z`) : text;
};
