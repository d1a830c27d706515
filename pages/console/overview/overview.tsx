import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ActMenu } from '../../ui/act-menu.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import type { Address } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { go } from '../frame/history.ts';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { ScopeFields, useKnownNames } from '../names.tsx';
import { Empty, PageHead } from '../parts.tsx';
import { nameTable, newTableDraft } from '../save-table.tsx';
import { MonthChart } from './month-chart.tsx';
import type { Overview, OverviewMonth } from './tables.tsx';
import { endedOf, MonthTable, monthColumns, VersionTable, withoutBlank } from './tables.tsx';
import { ToDo } from './to-do.tsx';

type OverviewAddress = Extract<Address, { readonly view: 'overview' }>;

/** The most months of one call. */
const months = 24;

/** Where a reader begins: how many consents are in force, were given and ended, what waits to be done, and the months, for all or a part. */
export const OverviewPage = ({ address }: { readonly address: OverviewAddress }): VNode => {
  const t = useText();
  const names = useKnownNames();
  const { project, notice } = address;
  const calling = useCall(
    (client, signal) =>
      client.getOverview(
        {
          months,
          ...(project !== undefined && { projectUid: project }),
          ...(notice !== undefined && { consentInformationPid: notice }),
        },
        { signal },
      ),
    [project, notice],
  );
  const { outcome } = calling;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (outcome.is !== 'waiting') setSettled(true);
  }, [outcome.is]);
  const shown = outcome.is === 'done' && outcome.value.countedUntil !== null ? withoutBlank(outcome.value.data) : [];
  return (
    <main id="content">
      <PageHead title={t('overview.heading')}>
        <ScopeFields
          project={project}
          notice={notice}
          names={names}
          change={(scope) => go({ view: 'overview', ...scope })}
        />
        {shown.length > 0 && <SaveFigures months={shown} />}
      </PageHead>
      <Called calling={calling} show={(overview) => <Figures overview={overview} months={shown} />} />
      {isSettled && <ToDo address={address} names={names} />}
      {outcome.is === 'done' && shown.length > 0 && <Course overview={outcome.value} months={shown} names={names} />}
    </main>
  );
};

/** The figures that are asked for first, or that there are none, and how many mails have no answer. */
const Figures = ({
  overview: { countedUntil, unconfirmedRequests: count },
  months: shown,
}: {
  readonly overview: Overview;
  readonly months: readonly OverviewMonth[];
}): VNode => {
  const t = useText();
  return (
    <>
      {countedUntil === null ? (
        <Empty title={t('overview.none')}>
          <p>{t('overview.noneMeaning')}</p>
        </Empty>
      ) : (
        <Headline months={shown} />
      )}
      {count > 0 && <p>{t('overview.unconfirmed', { count })}</p>}
    </>
  );
};

/** How it came to that: the months as a chart and in figures, and the versions. */
const Course = ({
  overview: { countedUntil, versions },
  months: shown,
  names,
}: {
  readonly overview: Overview;
  readonly months: readonly OverviewMonth[];
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <>
      <MonthChart months={shown} />
      <MonthTable months={shown} />
      <VersionTable versions={versions} names={names} />
      <p class="quiet small">
        {countedUntil !== null && t('overview.countedUntil', { time: writing.time(countedUntil) })} {t('overview.utc')}{' '}
        {t('overview.endedCounts')}
      </p>
    </>
  );
};

/** The ways to save the figures: a table for a spreadsheet, or paper. */
const SaveFigures = ({ months: shown }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const writing = useWriting();
  const save = (): void => {
    const draft = newTableDraft(monthColumns(t, writing));
    draft.add(shown);
    saveBlob(draft.file(), nameTable('overview', new Date()));
  };
  return (
    <ActMenu
      name={t('summary.save')}
      items={[
        { name: t('overview.save'), act: save },
        { name: t('overview.print'), act: () => print() },
      ]}
    />
  );
};

/** What is in force now, and what came and went in this month, each beside the month before. */
export const Headline = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const [before, now] = months.slice(-2);
  if (before === undefined || now === undefined) return null;
  const month = writing.month(now.month);
  const figures = [
    [t('overview.headline.now'), now.active, before.active],
    [t('overview.headline.given', { month }), now.given, before.given],
    [t('overview.headline.ended', { month }), endedOf(now), endedOf(before)],
  ] as const;
  return (
    <dl class="headline">
      {figures.map(([name, count, last]) => (
        <div key={name} class="panel">
          <dt>{name}</dt>
          <dd class="figure">{writing.number(count)}</dd>
          <dd class="quiet small">
            <Change by={count - last} month={before.month} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How much more or less it is than in the month before. */
const Change = ({ by, month }: { readonly by: number; readonly month: string }): VNode => {
  const t = useText();
  const writing = useWriting();
  const direction = by > 0 ? 'more' : by < 0 ? 'fewer' : 'same';
  return <>{t('overview.change', { direction, count: writing.number(Math.abs(by)), month: writing.month(month) })}</>;
};
