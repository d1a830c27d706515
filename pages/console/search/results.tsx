import type { ComponentChildren, VNode } from 'preact';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { RecordTable } from '../../ui/table.tsx';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/list-pages.tsx';
import { Cut, ListEnds, useCount } from '../calls/list-pages.tsx';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { Empty, ListHead } from '../parts.tsx';
import { Careful, chooseTelling, toValues } from '../person/person-value.tsx';
import { SaveTable } from '../save-table.tsx';
import { listedColumns, useColumns, useListSpeech, useNoticeVersions } from './columns.tsx';
import type { FoundConsent, Search } from './listed-consent.ts';
import { beginList, mostPerPage } from './listed-consent.ts';
import type { Ask, Reading } from './query.ts';
import { tellReading, toReadings, toTyped } from './query.ts';

/** The person whose consents are shown; undefined if there may be several. */
const findPerson = (rows: readonly ListedConsent[]): ListedConsent | undefined => {
  const told = rows.map(({ userData }) => JSON.stringify(chooseTelling(toValues(userData))).toLowerCase());
  return told[0] !== '[]' && new Set(told).size === 1 ? rows[0] : undefined;
};

interface ResultsProps {
  readonly address: Extract<Address, { view: 'consents' }>;
  readonly search: Search;
  readonly names: RegisterNames | undefined;
  readonly found: Followed<FoundConsent>;
  readonly ask: Ask;
  /** What of the page stands beside the count. */
  readonly refresh: ComponentChildren;
}

/** The rows found, how many there are, and links to the rest. */
export const Results = ({ address, search, names, found, ask, refresh }: ResultsProps): VNode => {
  const t = useText();
  const groupOf = useNoticeVersions(names);
  const columns = listedColumns(useListSpeech(names));
  const count = useCount({ list: JSON.stringify(search), isFirst: address.after === undefined, found });
  const { rows, next, isCut } = found;
  if (rows.length === 0 && next === null && address.after === undefined)
    return <NothingFound search={search} ask={ask} />;
  const person = search.typed !== undefined ? findPerson(rows) : undefined;
  return (
    <div>
      {search.typed !== undefined && <FoundAs search={search} rows={rows} ask={ask} />}
      {search.typed !== undefined && <Careful rows={rows} />}
      <ListHead count={count}>
        {person && (
          <a class="button" href={toFragment({ view: 'person', id: person.id })}>
            {t('consents.timeline')}
          </a>
        )}
        {refresh}
        <SaveTable
          key={JSON.stringify(search)}
          what="consents"
          columns={columns}
          groupOf={groupOf}
          begin={async (client, signal) => {
            const question = { filter: search.filter, readings: toReadings(search.typed), names };
            const read = beginList(client, question, signal);
            return (after) => read(after, mostPerPage);
          }}
        />
      </ListHead>
      {rows.length > 0 && <ConsentRows rows={rows} names={names} caption={count} />}
      {rows.length === 0 && next === null && <Empty title={t('consents.noneOlder')} />}
      {isCut && <Cut next={next} />}
      <ListEnds address={address} name={t('consents.heading')} found={found} />
    </div>
  );
};

/** Consents, one row each, which leads to the page of its consent. */
const ConsentRows = ({
  rows,
  names,
  caption,
}: {
  readonly rows: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
  readonly caption: string;
}): VNode => (
  <RecordTable caption={caption} columns={useColumns(names)} rows={rows} keyOf={({ id }) => id} isLeading isCompact />
);

/** What was searched for or found, in words. */
const ReadingList = ({ name, items }: { readonly name: string; readonly items: readonly VNode[] }): VNode => (
  <div class="asked">
    <p>{name}</p>
    <ul>
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  </div>
);

const ReadingText = ({ reading }: { readonly reading: Reading }): VNode => {
  const t = useText();
  return <bdi>{escapeInvisible(tellReading(t, reading))}</bdi>;
};

/** The keys under which the consents were found. If there are several, each is a button that shows only its own. */
const FoundAs = ({
  search: { filter, typed },
  rows,
  ask,
}: {
  readonly search: Search;
  readonly rows: readonly FoundConsent[];
  readonly ask: Ask;
}): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const groups = [...Map.groupBy(rows, ({ foundAs }) => foundAs)];
  if (groups.length === 0 || (groups.length === 1 && typed?.chosen !== undefined)) return null;
  const items = groups.map(([reading, found]) =>
    groups.length === 1 ? (
      <ReadingText reading={reading} />
    ) : (
      <button type="button" class="plain" onClick={() => ask({ view: 'consents', filter }, toTyped(reading))}>
        <ReadingText reading={reading} /> ({writing.number(found.length)})
      </button>
    ),
  );
  return <ReadingList name={t('consents.foundAs')} items={items} />;
};

/** If nothing was found: what was looked for, what to check, and how to look for something else. */
const NothingFound = ({ search: { filter, typed }, ask }: { readonly search: Search; readonly ask: Ask }): VNode => {
  const t = useText();
  const isNarrowed = Object.keys(filter).length > 0;
  const told = isNarrowed ? t('consents.noneNarrowed') : t('consents.none');
  const hints = typed
    ? [t('consents.tryKind', { field: t('find.takenAs') }), t('consents.tryWhole'), t('consents.tryErased')]
    : isNarrowed
      ? [t('consents.tryFilter')]
      : [];
  return (
    <Empty title={told}>
      {typed && (
        <ReadingList
          name={t('consents.lookedAs')}
          items={toReadings(typed).map((reading) => <ReadingText reading={reading} />)}
        />
      )}
      {hints.length > 0 && (
        <ul>
          {hints.map((hint) => (
            <li>{hint}</li>
          ))}
        </ul>
      )}
      {typed && isNarrowed && (
        <p class="actions">
          <button type="button" onClick={() => ask({ view: 'consents', filter: {} }, typed)}>
            {t('consents.searchAll')}
          </button>
        </p>
      )}
    </Empty>
  );
};
