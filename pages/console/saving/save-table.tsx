import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import { saveBlob } from '../../verify/save-file.ts';
import { Failure } from '../calls/failure.tsx';
import { pagesOf } from '../calls/use-call.tsx';
import { useText, useWriting } from '../language.ts';
import { MenuButton } from '../menu-button.tsx';
import { RecordTable } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { SavedColumn, TableDraft } from './saved-table.ts';
import { nameTable, newTableDraft } from './saved-table.ts';

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
  /** The table of all rows, for paper. */
  readonly draw: (rows: readonly Row[]) => VNode;
}

/** A list that is being read whole, for a file or for paper, and where it goes on after a failure. */
interface Work<Row> {
  readonly begun: Date;
  readonly draft: TableDraft<Row>;
  /** The rows themselves, for paper. */
  readonly rows: Row[] | undefined;
  readonly groups: Map<string, number>;
  after: string | undefined;
}

type Saving<Row> =
  | { readonly is: 'idle' | 'stopped' | 'tooMany' }
  | { readonly is: 'underway'; readonly count: number }
  | { readonly is: 'failed'; readonly error: unknown; readonly work: Work<Row> }
  | { readonly is: 'done'; readonly work: Work<Row> };

/** The most rows on paper: about 200 sheets. A browser takes some seconds to lay out as many. */
const mostPrinted = 5_000;

const countOf = <Row,>({ draft, rows }: Pick<Work<Row>, 'draft' | 'rows'>): number => rows?.length ?? draft.count();

const useSaving = <Row,>({ what, columns, groupOf, begin }: SavedList<Row>) => {
  const { client } = useSession();
  const [saving, setSaving] = useState<Saving<Row>>({ is: 'idle' });
  const giveUp = useRef<AbortController>(undefined);
  useEffect(() => () => giveUp.current?.abort(), []);
  const take = (work: Work<Row>, { data, next }: Page<Row>): void => {
    work.draft.add(work.rows === undefined ? data : []);
    work.rows?.push(...data);
    for (const row of data) work.groups.set(groupOf(row), (work.groups.get(groupOf(row)) ?? 0) + 1);
    work.after = next ?? undefined;
    setSaving({ is: 'underway', count: countOf(work) });
  };
  const run = async (work: Work<Row>): Promise<void> => {
    const stopping = new AbortController();
    const { signal } = stopping;
    giveUp.current = stopping;
    setSaving({ is: 'underway', count: countOf(work) });
    try {
      const read = await begin(client, signal);
      for await (const page of pagesOf(read, work.after)) {
        if (signal.aborted) return;
        take(work, page);
        if (work.rows !== undefined && work.rows.length > mostPrinted) return setSaving({ is: 'tooMany' });
      }
      if (work.rows === undefined) saveBlob(work.draft.file(), nameTable(what, work.begun));
      setSaving({ is: 'done', work });
    } catch (error) {
      if (!signal.aborted) setSaving({ is: 'failed', error, work });
    }
  };
  return {
    saving,
    start: (form: 'file' | 'paper') =>
      run({
        begun: new Date(),
        draft: newTableDraft(columns),
        rows: form === 'paper' ? [] : undefined,
        groups: new Map(),
        after: undefined,
      }),
    goOn: run,
    stop: (): void => {
      giveUp.current?.abort();
      setSaving({ is: 'stopped' });
    },
  };
};

/** Saves or prints all pages of a list, with a way to stop. After a failure it goes on where it was. */
export const SaveTable = <Row,>(list: SavedList<Row>): VNode => {
  const t = useText();
  const writing = useWriting();
  const { saving, start, goOn, stop } = useSaving(list);
  const isUnderway = saving.is === 'underway';
  const begin = (form: Parameters<typeof start>[0]): void => {
    if (!isUnderway) start(form);
  };
  const items = [
    { name: t('saving.save'), act: () => begin('file') },
    { name: t('listPrint.print'), act: () => begin('paper') },
  ];
  /** The button that had the focus is gone then. */
  const end = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    currentTarget.closest('section')?.querySelector('button')?.focus();
    stop();
  };
  const printed = saving.is === 'done' ? saving.work.rows : undefined;
  return (
    <>
      <section class="saving screen">
        <p class="actions">
          <MenuButton name={t('summary.save')} items={items} isBusy={isUnderway} />
          <span class="quiet small">{t('saving.says')}</span>
        </p>
        {isUnderway && (
          <p class="note">
            <span role="status">{t('saving.underway', { count: writing.number(saving.count) })}</span>{' '}
            <button type="button" onClick={end}>
              {t('saving.stop')}
            </button>
          </p>
        )}
        {saving.is === 'stopped' && <p role="status">{t('saving.stopped')}</p>}
        {saving.is === 'tooMany' && (
          <p class="warning" role="alert">
            {t('listPrint.tooMany', { most: writing.number(mostPrinted) })}
          </p>
        )}
        {saving.is === 'failed' && <Failure error={saving.error} again={() => goOn(saving.work)} />}
        {saving.is === 'done' && printed === undefined && <Saved what={list.what} work={saving.work} />}
      </section>
      {saving.is === 'done' && printed !== undefined && (
        <Printed key={saving.work.begun.getTime()}>
          <p>
            {t('listPrint.printed', {
              count: writing.number(printed.length),
              time: writing.time(saving.work.begun.toISOString()),
            })}
          </p>
          {list.draw(printed)}
        </Printed>
      )}
    </>
  );
};

/** All rows in place of the page of them that the screen shows. The browser's print begins at once. */
const Printed = ({ children }: { readonly children: ComponentChildren }): VNode => {
  useEffect(() => print(), []);
  return <div class="paper whole-list">{children}</div>;
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
