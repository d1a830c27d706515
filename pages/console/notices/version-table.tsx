import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import type { Column } from '../parts/record-table.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { nameLanguages } from './text-language.ts';
import type { ListedVersion } from './version-facts.ts';

/** How many versions are shown before the reader asks for all. */
const drawnAtOnce = 20;

interface Versions {
  readonly pid: number;
  /** The oldest first. */
  readonly versions: readonly ListedVersion[];
  /** Called when the reader compares a version with the one before. */
  readonly onCompare: () => void;
}

const useColumns = ({ pid, onCompare }: Versions): readonly Column<ListedVersion>[] => {
  const { notices: words } = useWords('notices');
  const { time } = useWriting();
  const nameLanguage = nameLanguages(useLanguage());
  return [
    {
      name: words.versionColumn,
      show: ({ version }) => (
        <>
          <a href={toFragment({ view: 'version', pid, version })}>{words.version(version)}</a>
          {version > 1 && (
            <p class="screen">
              <a
                class="small"
                href={toFragment({ view: 'notice', pid, left: version - 1, right: version })}
                onClick={onCompare}
              >
                {words.compare(version - 1)}
              </a>
            </p>
          )}
        </>
      ),
    },
    { name: words.published, show: ({ publishTime }) => time(publishTime) },
    { name: words.until, show: ({ endTime }) => (endTime === null ? words.isCurrent : time(endTime)) },
    { name: words.publishedBy, show: ({ publishedBy }) => <bdi>{tame(publishedBy)}</bdi> },
    { name: words.languages, show: ({ languages }) => languages.map(nameLanguage).join(', ') },
    {
      name: words.validity,
      show: ({ validityDays }) => (validityDays === 0 ? words.endless : words.days(validityDays)),
    },
    { name: words.askAgain, show: ({ askAgain }) => (askAgain ? words.yes : words.no) },
    {
      name: words.hash,
      show: ({ contentHash }) => <code title={contentHash}>{contentHash.slice(0, 12)}…</code>,
    },
  ];
};

/** The versions of a notice, the newest first. A long table shows only the newest until the reader asks for all. */
export const VersionTable = (given: Versions): VNode => {
  const { notices: words } = useWords('notices');
  const columns = useColumns(given);
  const [isWhole, setWhole] = useState(false);
  const all = given.versions.toReversed();
  const rows = isWhole ? all : all.slice(0, drawnAtOnce);
  return (
    <div>
      <RecordTable
        caption={words.versionsOf(all.length)}
        columns={columns}
        rows={rows}
        keyOf={({ version }) => version}
      />
      {rows.length < all.length && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {words.showAll(all.length)}
          </button>
        </p>
      )}
    </div>
  );
};
