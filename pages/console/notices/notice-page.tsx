import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { LoadedPart } from '../calls/loaded-part.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import { NoticeName } from '../find/notice-name.tsx';
import { nameNotice } from '../find/register-names.ts';
import { Trail } from '../frame/trail.tsx';
import { go } from '../frame/use-address.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import type { Column } from '../parts.tsx';
import { PageHeading, RecordTable, SelectField } from '../parts.tsx';
import type { ListedNotice, ListedVersion } from './version-facts.ts';
import { chooseTextLanguage, findNotice, nameLanguages } from './version-facts.ts';

type NoticeAddress = Extract<Address, { readonly view: 'notice' }>;

const Shown = ({ notice, address }: { readonly notice: ListedNotice; readonly address: NoticeAddress }): VNode => {
  const { notices: words, comparison } = useWords('notices');
  const { time } = useWriting();
  const heading = useRef<HTMLHeadingElement>(null);
  const { pid, retiredAt, versions } = notice;
  const lead = (): void => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  };
  return (
    <div>
      {retiredAt && <p class="warning">{words.retiredOn(time(retiredAt))}</p>}
      <p>
        <a href={toFragment({ view: 'consents', filter: { notice: String(pid) } })}>{words.consents}</a>
      </p>
      <section>
        <h2>{words.versions}</h2>
        <VersionTable pid={pid} versions={versions} onCompare={lead} />
      </section>
      <section>
        <h2 ref={heading} tabindex={-1}>
          {comparison.heading}
        </h2>
        <Comparison address={address} versions={versions} />
      </section>
    </div>
  );
};

/** A notice: its versions, and a comparison of two. */
export const NoticePage = ({ address }: { readonly address: NoticeAddress }): VNode => {
  const { notices: words } = useWords('notices');
  const language = useLanguage();
  const { pid } = address;
  const calling = useCall((client, signal) => findNotice(client, pid, signal), [pid]);
  const { outcome } = calling;
  const notice = outcome.is === 'done' ? outcome.value : undefined;
  return (
    <main id="content">
      <Trail above={{ view: 'notices' }} name={words.all} />
      <PageHeading title={notice ? escapeInvisible(nameNotice(notice, language)) : `${words.notice} ${pid}`}>
        {notice && <NoticeName notice={notice} />}
      </PageHeading>
      {notice && (
        <p class="quiet small">
          <bdi>{escapeInvisible(notice.name)}</bdi> · {words.number} {pid}
        </p>
      )}
      <Called calling={calling} show={(notice) => <Shown notice={notice} address={address} />} />
    </main>
  );
};

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
  const { operator } = useWords('evidence').writing;
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
    { name: words.published, show: ({ publishedAt }) => time(publishedAt) },
    { name: words.until, show: ({ currentUntil }) => (currentUntil === null ? words.isCurrent : time(currentUntil)) },
    { name: words.publishedBy, show: ({ publishedBy }) => <bdi>{escapeInvisible(operator(publishedBy))}</bdi> },
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
const VersionTable = (given: Versions): VNode => {
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

type NoticeVersion = AnswerOf<'getNoticeVersion'>;

/** The versions in the address, otherwise the two latest. */
const chooseVersions = (
  versions: readonly ListedVersion[],
  { left, right }: NoticeAddress,
): readonly [ListedVersion | undefined, ListedVersion | undefined] => {
  const find = (number: number | undefined) => versions.find(({ version }) => version === number);
  const later = find(right) ?? versions.at(-1);
  return [find(left) ?? versions.findLast(({ version }) => version < (later?.version ?? 0)), later];
};

const isOther = (lang: string, left: NoticeVersion, right: NoticeVersion): boolean =>
  (['title', 'descriptionHtml'] as const).some((member) => {
    const [one, other]: Readonly<Partial<Record<string, string>>>[] = [left[member], right[member]];
    return one?.[lang] !== other?.[lang];
  });

const languagesOf = (...versions: readonly NoticeVersion[]): readonly string[] => [
  ...new Set(
    versions.flatMap(({ title, descriptionHtml }) => [...Object.keys(title), ...Object.keys(descriptionHtml)]),
  ),
];

interface Pair {
  readonly left: NoticeVersion;
  readonly right: NoticeVersion;
}

/** The language of the comparison, and the changes in it. */
const InLanguage = ({ left, right, address }: Pair & { readonly address: NoticeAddress }): VNode => {
  const { comparison: words } = useWords('notices');
  const reader = useLanguage();
  const nameLanguage = nameLanguages(reader);
  const languages = languagesOf(left, right);
  const chosen = chooseTextLanguage(languages, address.lang, reader);
  const name = (lang: string): string =>
    isOther(lang, left, right) ? words.changedIn(nameLanguage(lang)) : nameLanguage(lang);
  return (
    <div>
      <SelectField
        label={words.language}
        values={languages}
        chosen={chosen}
        nameOf={name}
        choose={(lang) => go({ ...address, lang })}
      />
      {chosen && (
        <LoadedPart
          part="comparison"
          show={({ ComparedVersions }) => <ComparedVersions left={left} right={right} lang={chosen} />}
        />
      )}
    </div>
  );
};

const Compared = ({
  leftId,
  rightId,
  address,
}: {
  readonly leftId: string;
  readonly rightId: string;
  readonly address: NoticeAddress;
}): VNode => {
  const calling = useCall(
    async (client, signal) => {
      const read = (id: string): Promise<NoticeVersion> => client.getNoticeVersion({ id }, { signal });
      const [left, right] = await Promise.all([read(leftId), read(rightId)]);
      return { left, right };
    },
    [leftId, rightId],
  );
  return (
    <Called calling={calling} show={({ left, right }) => <InLanguage left={left} right={right} address={address} />} />
  );
};

/** Two versions of a notice side by side. The reader chooses them, and the address holds the choice. */
const Comparison = ({
  address,
  versions,
}: {
  readonly address: NoticeAddress;
  /** The oldest first. */
  readonly versions: readonly ListedVersion[];
}): VNode => {
  const { notices, comparison: words } = useWords('notices');
  const [left, right] = chooseVersions(versions, address);
  if (left === undefined || right === undefined) return <p>{words.onlyOne}</p>;
  const renderChoice = (side: 'left' | 'right', chosen: ListedVersion): VNode => (
    <SelectField
      label={words[side]}
      values={versions.map(({ version }) => version)}
      chosen={chosen.version}
      nameOf={notices.version}
      choose={(version) => go({ ...address, left: left.version, right: right.version, [side]: Number(version) })}
    />
  );
  return (
    <div>
      <div class="fields">
        {renderChoice('left', left)} {renderChoice('right', right)}
      </div>
      {left.id === right.id ? (
        <p>{words.sameVersion}</p>
      ) : (
        <Compared leftId={left.id} rightId={right.id} address={address} />
      )}
    </div>
  );
};
