import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import type { CsvRow } from '../../../shared/csv.ts';
import { saveBlob } from '../../verify/save-file.ts';
import { Failure } from '../calls/failure.tsx';
import { pagesOf } from '../calls/use-call.tsx';
import { useWords, useWriting } from '../language.ts';
import { RecordTable } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { TableDraft } from './saved-table.ts';
import { nameTable, newTableDraft } from './saved-table.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** A list that can be saved whole. */
interface SavedList<Row> {
  /** What the file lists, for its name: one word, without personal data. */
  readonly what: string;
  readonly columns: readonly string[];
  readonly toRow: (row: Row) => CsvRow;
  /** The group in which a row is counted, in words. */
  readonly groupOf: (row: Row) => string;
  readonly begin: (client: Client, signal: AbortSignal) => Promise<(after: string | undefined) => Promise<Page<Row>>>;
}

/** A file that is being made, and where its list goes on after a failure. */
interface Work {
  readonly begun: Date;
  readonly draft: TableDraft;
  readonly groups: Map<string, number>;
  after: string | undefined;
}

type Saving =
  | { readonly is: 'idle' | 'stopped' }
  | { readonly is: 'underway'; readonly count: number }
  | { readonly is: 'failed'; readonly error: unknown; readonly work: Work }
  | { readonly is: 'done'; readonly work: Work };

const newWork = (columns: readonly string[]): Work => ({
  begun: new Date(),
  draft: newTableDraft(columns),
  groups: new Map(),
  after: undefined,
});

const useSaving = <Row,>({ what, columns, toRow, groupOf, begin }: SavedList<Row>) => {
  const { client } = useSession();
  const [saving, setSaving] = useState<Saving>({ is: 'idle' });
  const giveUp = useRef<AbortController>(undefined);
  useEffect(() => () => giveUp.current?.abort(), []);
  const take = (work: Work, { data, next }: Page<Row>): void => {
    work.draft.add(data.map(toRow));
    for (const row of data) work.groups.set(groupOf(row), (work.groups.get(groupOf(row)) ?? 0) + 1);
    work.after = next ?? undefined;
    setSaving({ is: 'underway', count: work.draft.count() });
  };
  const run = async (work: Work): Promise<void> => {
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
    start: () => run(newWork(columns)),
    goOn: run,
    stop: (): void => {
      giveUp.current?.abort();
      setSaving({ is: 'stopped' });
    },
  };
};

/** Saves all pages of a list as one CSV file, with a way to stop. After a failure it goes on where it was. */
export const SaveTable = <Row,>(list: SavedList<Row>): VNode => {
  const [words, writing] = [useWords('saving'), useWriting()];
  const { saving, start, goOn, stop } = useSaving(list);
  if (saving.is === 'underway')
    return (
      <p class="note screen">
        <span role="status">{words.underway(writing.number(saving.count))}</span>{' '}
        <button type="button" onClick={stop}>
          {words.stop}
        </button>
      </p>
    );
  return (
    <section class="screen">
      <p class="actions">
        <button type="button" onClick={start}>
          {words.save}
        </button>
        <span class="quiet small">{words.says}</span>
      </p>
      {saving.is === 'stopped' && <p role="status">{words.stopped}</p>}
      {saving.is === 'failed' && <Failure error={saving.error} again={() => goOn(saving.work)} />}
      {saving.is === 'done' && <Saved what={list.what} work={saving.work} />}
    </section>
  );
};

/** What was saved, and how many rows each group has. */
const Saved = ({ what, work: { begun, draft, groups } }: { readonly what: string; readonly work: Work }): VNode => {
  const [words, writing] = [useWords('saving'), useWriting()];
  const count = draft.count();
  const columns = [
    { name: words.group, show: ([name]: readonly [string, number]) => <bdi>{name}</bdi> },
    {
      name: words.count,
      show: ([, rows]: readonly [string, number]) => writing.number(rows),
      isNumber: true,
    },
  ];
  return (
    <div>
      <p role="status">{words.done(count, writing.number(count), nameTable(what, begun))}</p>
      {groups.size === 0 ? null : (
        <RecordTable caption={words.counts} columns={columns} rows={[...groups].sort()} keyOf={([name]) => name} />
      )}
    </div>
  );
};
