import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { consentStates } from '../../../shared/consents/state.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/index.ts';
import type { Address, Filter } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import type { Followed, Outcome } from '../calls/use-call.tsx';
import { Called, followList, useCall } from '../calls/use-call.tsx';
import type { WrongFilter } from '../find/ask-filter.tsx';
import { noticeLanguages } from '../find/ask-filter.tsx';
import { AskForm } from '../find/ask-form.tsx';
import type { Typed } from '../find/guess.ts';
import { toReadings } from '../find/guess.ts';
import { useOwnKeys } from '../find/own-keys.ts';
import { choiceOf } from '../find/period.ts';
import { nameValue, useQuestion } from '../find/question.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice, recallNames, useKnownNames } from '../find/register-names.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import { PageHeading } from '../parts.tsx';
import { channels } from '../revocation/draft.ts';
import { useSession } from '../session/session.ts';
import type { Writing } from '../writing.ts';
import type { FoundConsent, Search } from './listed-consent.ts';
import { beginList, toRefusals } from './listed-consent.ts';
import { Progress, Results, useProgress } from './results.tsx';

type Found = Followed<FoundConsent>;

/** Rows of a page of the list, and the calls for each reading before the page asks whether to continue. */
const [wanted, mostCalls] = [50, 40];

const nobody: readonly FoundConsent[] = [];

/** Why parts of the filter were refused, in the reader's language. */
const useWrong = (outcome: Outcome<Found>): WrongFilter => {
  const t = useText();
  const refusals = outcome.is === 'failed' ? toRefusals(outcome.error) : [];
  return Object.fromEntries(refusals.map(([name, why]) => [name, t(`find.refused.${why}`)]));
};

type ListAddress = Extract<Address, { view: 'consents' }>;

/** The search and what it found, newest first; the newest of all if nothing is asked. A new question is a new page. */
export const ConsentList = ({ address }: { readonly address: ListAddress }): VNode => {
  const question = useQuestion();
  const key = `${question.number} ${toFragment(address)}`;
  return <AskedList key={key} id={key} address={address} question={question} />;
};

/** A question and its answer. It keeps only one page of the rows. @param id of the question */
const AskedList = ({
  id,
  address,
  question: { typed, isLost, ask },
}: {
  readonly id: string;
  readonly address: ListAddress;
  readonly question: ReturnType<typeof useQuestion>;
}): VNode => {
  const t = useText();
  const { filter, after } = address;
  const session = useSession();
  const names = useKnownNames();
  const progress = useProgress<Found>(id);
  const search: Search = { filter, typed };
  const calling = useCall<Found>(
    async (client, signal) =>
      followList({
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
        isStopped: progress.isStopped,
        onProgress: progress.tell,
      }),
    [id],
  );
  const ownKeys = useOwnKeys(calling.outcome.is === 'done' ? calling.outcome.value.rows : nobody);
  const wrong = useWrong(calling.outcome);
  const isRefused = Object.keys(wrong).length > 0;
  const foundSoFar = calling.outcome.is === 'waiting' ? progress.found : undefined;
  const isFirst = typed === undefined && !isLost && toFragment(address) === toFragment(firstPage);
  const [isChanged, setChanged] = useState(false);
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
        key={String(isRefused)}
        typed={typed}
        filter={filter}
        names={names}
        ownKeys={ownKeys}
        wrong={wrong}
        ask={ask}
        tellChanged={setChanged}
      />
      <AskedFor search={search} names={names} />
      {foundSoFar ? <Progress found={foundSoFar} stop={progress.stop} /> : null}
      {isRefused || foundSoFar ? null : (
        <Called
          calling={calling}
          show={(found) => (
            <Results address={address} search={search} names={names} found={found} ask={ask} isChanged={isChanged} />
          )}
        />
      )}
    </main>
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

const useParts = ({ filter, typed }: Search, names: RegisterNames | undefined): readonly Part[] => {
  const t = useText();
  const language = useLanguage();
  const period = usePeriod(filter);
  const { project = '', notice = '', version = '', state = '', lang = '', channel = '' } = filter;
  const found = names?.notices.find(({ pid }) => String(pid) === notice);
  const title = found ? nameNotice(found, language) : notice;
  const known = channels.find((one) => one === channel);
  const knownState = consentStates.find((one) => one === state);
  const parts: readonly Part[] = [
    ...toTypedParts(t, typed),
    [t('consents.notice'), version === '' ? title : `${title}, ${t('consents.version', { version })}`],
    [t('consents.state'), knownState ? t(`parts.states.${knownState}`) : state],
    [t('find.period'), period],
    [t('consents.project'), names?.projects.find(({ uid }) => uid === project)?.name ?? project],
    [t('consents.language'), noticeLanguages.includes(lang) ? nameLanguages(language)(lang) : lang],
    [t('consents.channel'), known ? t(`arrival.channels.${known}`) : channel],
  ];
  return parts.filter(([, value]) => value !== '');
};

/** The criteria of a list in words, for paper: on a screen the form above has them. */
const AskedFor = ({ search, names }: { readonly search: Search; readonly names: RegisterNames | undefined }): VNode => {
  const t = useText();
  const parts = useParts(search, names);
  if (parts.length === 0)
    return (
      <p class="paper">
        {t('consents.asked')}: {t('consents.all')}
      </p>
    );
  return (
    <div class="asked paper">
      <p>{t('consents.asked')}:</p>
      <ul>
        {parts.map(([name, value]) => (
          <li>
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
