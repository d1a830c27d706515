import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../client/typescript/index.ts';
import type { CsvRow } from '../../shared/schema/csv.ts';
import { toCsvHeader, toCsvLines } from '../../shared/schema/csv.ts';
import { Icon } from '../ui/icon.tsx';
import { saveBlob } from '../ui/save-file.ts';
import { RecordTable } from '../ui/table.tsx';
import { Failure } from './calls/failure.tsx';
import { pagesOf } from './calls/list-pages.tsx';
import { useText, useWriting } from './language.tsx';
import { useSession } from './session/session.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** A list that can be saved whole. */
interface SavedList<Row> {
  /** What the file lists, for its name: one word, without personal data. */
  readonly what: string;
  readonly columns: readonly SavedColumn<Row>[];
  /** The group in which a row is counted, in words. */
  readonly groupOf: (row: Row) => string;
  readonly begin: (client: Client, signal: AbortSignal) => Promise<(after: string | undefined) => Promise<Page<Row>>>;
}

/** A list that is being read whole, and where it goes on after a failure. */
interface Work<Row> {
  readonly begun: Date;
  readonly draft: TableDraft<Row>;
  readonly groups: Map<string, number>;
  after: string | undefined;
}

type Saving<Row> =
  | { readonly is: 'idle' | 'stopped' }
  | { readonly is: 'underway'; readonly count: number }
  | { readonly is: 'failed'; readonly error: unknown; readonly work: Work<Row> }
  | { readonly is: 'done'; readonly work: Work<Row> };

const useSaving = <Row,>({ what, columns, groupOf, begin }: SavedList<Row>) => {
  const { client } = useSession();
  const [saving, setSaving] = useState<Saving<Row>>({ is: 'idle' });
  const giveUp = useRef<AbortController>(undefined);
  useEffect(() => () => giveUp.current?.abort(), []);
  const take = (work: Work<Row>, { data, next }: Page<Row>): void => {
    work.draft.add(data);
    for (const row of data) work.groups.set(groupOf(row), (work.groups.get(groupOf(row)) ?? 0) + 1);
    work.after = next ?? undefined;
    setSaving({ is: 'underway', count: work.draft.count() });
  };
  const run = async (work: Work<Row>): Promise<void> => {
    const stopping = new AbortController();
    const { signal } = stopping;
    giveUp.current = stopping;
    setSaving({ is: 'underway', count: work.draft.count() });
    try {
      const read = await begin(client, signal);
      for await (const page of pagesOf(read, work.after)) {
        if (signal.aborted) return;
        take(work, page);
      }
      saveBlob(work.draft.file(), nameTable(what, work.begun));
      setSaving({ is: 'done', work });
    } catch (error) {
      if (!signal.aborted) setSaving({ is: 'failed', error, work });
    }
  };
  return {
    saving,
    start: () => run({ begun: new Date(), draft: newTableDraft(columns), groups: new Map(), after: undefined }),
    goOn: run,
    stop: (): void => {
      giveUp.current?.abort();
      setSaving({ is: 'stopped' });
    },
  };
};

/** Saves all pages of a list, with a way to stop. After a failure it goes on where it was. */
export const SaveTable = <Row,>(list: SavedList<Row>): VNode => {
  const t = useText();
  const writing = useWriting();
  const { saving, start, goOn, stop } = useSaving(list);
  const isUnderway = saving.is === 'underway';
  /** The button that had the focus is gone then. */
  const end = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    currentTarget.closest('section')?.querySelector('button')?.focus();
    stop();
  };
  return (
    <section class="saving screen">
      <button type="button" aria-disabled={isUnderway} onClick={() => isUnderway || start()}>
        <Icon name="save" />
        <span>{t('saving.save')}</span>
      </button>
      {isUnderway && (
        <p class="note">
          <span role="status">{t('saving.underway', { count: writing.number(saving.count) })}</span>{' '}
          <button type="button" onClick={end}>
            {t('saving.stop')}
          </button>
        </p>
      )}
      {saving.is === 'stopped' && <p role="status">{t('saving.stopped')}</p>}
      {saving.is === 'failed' && <Failure error={saving.error} again={() => goOn(saving.work)} />}
      {saving.is === 'done' && <Saved what={list.what} work={saving.work} />}
    </section>
  );
};

/** What was saved, and how many rows each group has. */
const Saved = ({
  what,
  work: { begun, draft, groups },
}: {
  readonly what: string;
  readonly work: Pick<Work<never>, 'begun' | 'draft' | 'groups'>;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const count = draft.count();
  const columns = [
    { name: t('saving.group'), show: ([name]: readonly [string, number]) => <bdi>{name}</bdi> },
    {
      name: t('saving.count'),
      show: ([, rows]: readonly [string, number]) => writing.number(rows),
      isNumber: true,
    },
  ];
  return (
    <div>
      <p role="status">{t('saving.done', { count, file: nameTable(what, begun) })}</p>
      {groups.size === 0 ? null : (
        <RecordTable
          caption={t('saving.counts')}
          columns={columns}
          rows={[...groups].sort()}
          keyOf={([name]) => name}
        />
      )}
    </div>
  );
};

/** A column of a saved table. */
export interface SavedColumn<Row> {
  /** Its cell in the first line, which no other column has. */
  readonly name: string;
  readonly cell: (row: Row) => CsvRow[string];
}

/** A CSV file that grows page by page. Each page becomes a `Blob`, which the browser may keep on disk. */
export interface TableDraft<Row> {
  readonly add: (rows: readonly Row[]) => void;
  readonly count: () => number;
  readonly file: () => Blob;
}

export const newTableDraft = <Row,>(columns: readonly SavedColumn<Row>[]): TableDraft<Row> => {
  const names = columns.map(({ name }) => name);
  const toRow = (row: Row): CsvRow => Object.fromEntries(columns.map(({ name, cell }) => [name, cell(row)]));
  const pages: Blob[] = [new Blob([toCsvHeader(names)])];
  let count = 0;
  return {
    add: (rows) => {
      pages.push(new Blob([toCsvLines(names, rows.map(toRow))]));
      count += rows.length;
    },
    count: () => count,
    file: () => new Blob(pages, { type: 'text/csv' }),
  };
};

/** The name of a file: what it lists and when it was begun, in UTC, and nothing about a person. */
export const nameTable = (what: string, begun: Date): string =>
  `${what}-${begun.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`;
