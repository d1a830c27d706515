import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Loaded, loadCopy } from '../calls/later.tsx';
import type { Followed } from '../calls/list-pages.tsx';
import { Called } from '../calls/use-call.tsx';
import { AlreadyAsked } from '../erasures/open-requests.tsx';
import { amendEntry, readEntry } from '../frame/history.ts';
import { Trail } from '../frame/trail.tsx';
import { useText, useWriting } from '../language.tsx';
import { useKnownNames } from '../names.tsx';
import { PageHeading } from '../parts.tsx';
import type { FoundConsent } from '../search/listed-consent.ts';
import { isRevocable } from '../search/listed-consent.ts';
import { toTyped, useQuestion } from '../search/query.ts';
import { useSession } from '../session/session.ts';
import { Answers, NoticeEvents } from './answers.tsx';
import { toHistories } from './history.ts';
import type { PersonValue } from './person-value.tsx';
import { Careful, takeName, toValues } from './person-value.tsx';
import type { Person } from './read-person.tsx';
import {
  ChooseValues,
  PersonConsents,
  PersonValues,
  ReadPerson,
  useChosenValues,
  useUserData,
} from './read-person.tsx';

/** What a person agreed to and withdrew, found by the values of one of the consents. No value is in the address. */
export const PersonPage = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  const calling = useUserData(id);
  const { outcome } = calling;
  const isKnown = outcome.is === 'done' && toValues(outcome.value ?? {}).length > 0;
  return (
    <main id="content">
      <Trail
        above={{ view: 'consent', id }}
        name={t('person.back')}
        done={['revocation', 'person-erasure', 'person-revocation']}
      />
      {isKnown ? null : <PageHeading title={t('person.title')} />}
      <Called
        calling={calling}
        show={(userData) => (
          <ReadPerson id={id} userData={userData} show={(person) => <PersonOverview person={person} />} />
        )}
      />
    </main>
  );
};

/** The name and the values of a person, then all of their consents. */
const PersonOverview = ({ person }: { readonly person: Person }): VNode => {
  const t = useText();
  const [chosen, choose] = useChosenValues(person);
  return (
    <div>
      <PageHeading title={t('person.title')}>
        <bdi>{escapeInvisible(takeName(person.values).name)}</bdi>
      </PageHeading>
      <PersonValues person={person} />
      <ChooseValues values={person.values} chosen={chosen} choose={choose} />
      <PersonConsents chosen={chosen} show={(found) => <Consents person={person} found={found} chosen={chosen} />} />
    </div>
  );
};

/** Whether the person may be written to, what can be done, and what happened. */
const Consents = ({
  person,
  found: { rows, next },
  chosen,
}: {
  readonly person: Person;
  readonly found: Followed<FoundConsent>;
  readonly chosen: readonly PersonValue[];
}): VNode => {
  const t = useText();
  const names = useKnownNames();
  const [day, setDay] = useState(() => readEntry().day ?? '');
  const histories = useMemo(() => toHistories(rows), [rows]);
  /** The history entry keeps the day, so that Back finds it again. */
  const askDay = (asked: string): void => {
    setDay(asked);
    amendEntry({ day: asked });
  };
  return (
    <div>
      <Careful rows={rows} />
      <Answers histories={histories} names={names} day={day} askDay={askDay} />
      <Actions person={person} rows={rows} chosen={chosen} />
      <h2>{t('evidence.parts.timeline')}</h2>
      <Count rows={rows} isCut={next !== null} chosen={chosen} />
      {histories.map((history) => (
        <NoticeEvents key={history.pid} history={history} names={names} />
      ))}
      <p class="quiet small">{t('person.noErased')}</p>
    </div>
  );
};

/** How many consents there are, and a way to see them in a list. */
const Count = ({
  rows,
  isCut,
  chosen,
}: {
  readonly rows: readonly FoundConsent[];
  readonly isCut: boolean;
  readonly chosen: readonly PersonValue[];
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const { ask } = useQuestion();
  return (
    <p role="status">
      {isCut ? t('person.cut', { count: writing.number(rows.length) }) : t('person.found', { count: rows.length })}{' '}
      <button type="button" class="plain screen" onClick={() => ask({ view: 'consents', filter: {} }, toTyped(chosen))}>
        {t('person.all')}
      </button>
    </p>
  );
};

/** What can be done for a person. What ends all of their consents stands apart. */
const Actions = ({
  person: { id },
  rows,
  chosen,
}: {
  readonly person: Person;
  readonly rows: readonly FoundConsent[];
  readonly chosen: readonly PersonValue[];
}): VNode | null => {
  const t = useText();
  const { mayWrite } = useSession();
  const ids = rows.filter(({ eraseTime }) => eraseTime === null).map((row) => row.id);
  if (rows.length === 0) return null;
  return (
    <div class="screen">
      <div class="actions" role="group" aria-label={t('consent.actions')}>
        <CopyForPerson found={rows} values={chosen} />
        {ids.length > 0 && (
          <a class="button" href={toFragment({ view: 'person-erasure', id })}>
            {t('erasures.ask.heading')}
          </a>
        )}
        {mayWrite && rows.some(isRevocable) && (
          <a class="button final" href={toFragment({ view: 'person-revocation', id })}>
            {t('revokeAll.open')}
          </a>
        )}
      </div>
      <AlreadyAsked ids={ids} />
    </div>
  );
};

interface CopiedPerson {
  readonly found: readonly FoundConsent[];
  readonly values: readonly PersonValue[];
}

/** Makes a copy for the person. What that needs is loaded when somebody asks for it. */
export const CopyForPerson = (person: CopiedPerson): VNode => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpen(true)}>
        {t('person.copy')}
      </button>
      {isOpen && <Loaded load={loadCopy} show={({ CopyDialog }) => <CopyDialog {...person} close={close} />} />}
    </>
  );
};
