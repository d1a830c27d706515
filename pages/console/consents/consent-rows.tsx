import type { ComponentChildren, VNode } from 'preact';
import type { ListedConsent } from '../../../client/index.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/text-language.ts';
import type { Column } from '../parts/record-table.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { StateMark } from '../parts/state-mark.tsx';

import { PersonCell } from './person-cell.tsx';

const useColumns = (names: RegisterNames | undefined): readonly Column<ListedConsent>[] => {
  const [words, evidence] = [useWords('consents'), useWords('evidence')];
  const [language, writing] = [useLanguage(), useWriting()];
  const notices = new Map(names?.notices.map((notice) => [notice.pid, nameNotice(notice, language)]));
  const projects = new Map(names?.projects.map(({ uid, name }) => [uid, name]));
  const nameLanguage = nameLanguages(language);
  const hasProjects = projects.size !== 1;
  const time = ({ id, time: given, imported }: ListedConsent): ComponentChildren => (
    <>
      <a href={toFragment({ view: 'consent', id })}>{writing.time(given)}</a>
      {imported ? <div class="quiet">{words.imported}</div> : null}
    </>
  );
  const notice = (row: ListedConsent): ComponentChildren => (
    <>
      <bdi>{tame(notices.get(row.consentInformationPid) ?? String(row.consentInformationPid))}</bdi>
      <div class="quiet">{words.version(writing.number(row.consentInformationVersion))}</div>
    </>
  );
  const project = ({ projectUid }: ListedConsent): ComponentChildren => (
    <bdi>{tame(projects.get(projectUid) ?? projectUid)}</bdi>
  );
  const state = ({ state: name, stateTime, time: given, expiryTime }: ListedConsent): ComponentChildren => (
    <>
      <StateMark state={name} />
      {stateTime === given ? null : <div class="quiet small">{words.since(writing.time(stateTime))}</div>}
      {name === 'active' && expiryTime !== null ? (
        <div class="quiet small">{words.expires(writing.day(expiryTime))}</div>
      ) : null}
    </>
  );
  return [
    { name: words.given, show: time },
    { name: words.person, show: (row) => <PersonCell consent={row} /> },
    { name: words.notice, show: notice },
    { name: words.state, show: state },
    ...(hasProjects ? [{ name: words.project, show: project }] : []),
    { name: words.language, show: ({ lang }) => nameLanguage(lang) },
    { name: words.channel, show: ({ channel }) => evidence.writing.channels[channel] },
  ];
};

/** Consents, one row each. A row links to the page of its consent. */
export const ConsentRows = ({
  rows,
  names,
  caption,
}: {
  readonly rows: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
  readonly caption: ComponentChildren;
}): VNode => {
  const columns = useColumns(names);
  return <RecordTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};
