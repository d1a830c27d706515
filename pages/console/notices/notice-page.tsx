import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Choice } from '../../ui/form.tsx';
import { SelectField } from '../../ui/form.tsx';
import type { Column } from '../../ui/table.tsx';
import { RecordTable } from '../../ui/table.tsx';
import { useWords } from '../../ui/words.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { Loaded, loadComparison } from '../calls/later.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import { go } from '../frame/history.ts';
import { Trail } from '../frame/trail.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import { chooseTextLanguage, NoticeName, nameLanguages, nameNotice } from '../names.tsx';
import { PageHeading } from '../parts.tsx';
import type { ListedNotice, ListedVersion } from './version-page.tsx';
import { findNotice } from './version-page.tsx';

type NoticeAddress = Extract<Address, { readonly view: 'notice' }>;

const Shown = ({ notice, address }: { readonly notice: ListedNotice; readonly address: NoticeAddress }): VNode => {
  const t = useText();
  const { time } = useWriting();
  const heading = useRef<HTMLHeadingElement>(null);
  const { pid, retiredAt, versions } = notice;
  const lead = (): void => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  };
  return (
    <div>
      {retiredAt && <p class="warning">{t('notices.retiredOn', { time: time(retiredAt) })}</p>}
      <p>
        <a href={toFragment({ view: 'consents', filter: { notice: String(pid) } })}>{t('notices.consents')}</a>
      </p>
      <section>
        <h2>{t('notices.versions')}</h2>
        <VersionTable pid={pid} versions={versions} onCompare={lead} />
      </section>
      <section>
        <h2 ref={heading} tabindex={-1}>
          {t('comparison.heading')}
        </h2>
        <Comparison address={address} versions={versions} />
      </section>
    </div>
  );
};

/** A notice: its versions, and a comparison of two. */
export const NoticePage = ({ address }: { readonly address: NoticeAddress }): VNode => {
  const t = useText();
  const language = useLanguage();
  const { pid } = address;
  const calling = useCall((client, signal) => findNotice(client, pid, signal), [pid]);
  const { outcome } = calling;
  const notice = outcome.is === 'done' ? outcome.value : undefined;
  return (
    <main id="content">
      <Trail above={{ view: 'notices' }} name={t('notices.all')} />
      <PageHeading title={notice ? escapeInvisible(nameNotice(notice, language)) : `${t('notices.notice')} ${pid}`}>
        {notice && <NoticeName notice={notice} />}
      </PageHeading>
      {notice && (
        <p class="quiet small">
          <bdi>{escapeInvisible(notice.name)}</bdi> · {t('notices.number')} {pid}
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
  const t = useText();
  const { operator } = useWords().writing;
  const { time } = useWriting();
  const nameLanguage = nameLanguages(useLanguage());
  return [
    {
      name: t('notices.versionColumn'),
      show: ({ version }) => (
        <>
          <a href={toFragment({ view: 'version', pid, version })}>{t('notices.version', { version })}</a>
          {version > 1 && (
            <p class="screen">
              <a
                class="small"
                href={toFragment({ view: 'notice', pid, left: version - 1, right: version })}
                onClick={onCompare}
              >
                {t('notices.compare', { earlier: version - 1 })}
              </a>
            </p>
          )}
        </>
      ),
    },
    { name: t('notices.published'), show: ({ publishedAt }) => time(publishedAt) },
    {
      name: t('notices.until'),
      show: ({ currentUntil }) => (currentUntil === null ? t('notices.isCurrent') : time(currentUntil)),
    },
    { name: t('notices.publishedBy'), show: ({ publishedBy }) => <bdi>{escapeInvisible(operator(publishedBy))}</bdi> },
    { name: t('notices.languages'), show: ({ languages }) => languages.map(nameLanguage).join(', ') },
    {
      name: t('notices.validity'),
      show: ({ validityDays }) =>
        validityDays === 0 ? t('notices.endless') : t('notices.days', { count: validityDays }),
    },
    { name: t('notices.askAgain'), show: ({ askAgain }) => (askAgain ? t('notices.yes') : t('notices.no')) },
    {
      name: t('notices.hash'),
      show: ({ contentHash }) => <code title={contentHash}>{contentHash.slice(0, 8)}…</code>,
    },
  ];
};

/** The versions of a notice, the newest first. A long table shows only the newest until the reader asks for all. */
const VersionTable = (given: Versions): VNode => {
  const t = useText();
  const columns = useColumns(given);
  const [isWhole, setWhole] = useState(false);
  const all = given.versions.toReversed();
  const rows = isWhole ? all : all.slice(0, drawnAtOnce);
  return (
    <div>
      <RecordTable
        caption={t('notices.versionsOf', { count: all.length })}
        columns={columns}
        rows={rows}
        keyOf={({ version }) => version}
      />
      {rows.length < all.length && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {t('notices.showAll', { count: all.length })}
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

/** Two versions, which the reader chooses, and what changed between them in one language. */
const Compared = ({
  left,
  right,
  versions,
  address,
}: {
  readonly left: ListedVersion;
  readonly right: ListedVersion;
  readonly versions: readonly ListedVersion[];
  readonly address: NoticeAddress;
}): VNode => {
  const t = useText();
  const isSame = left.id === right.id;
  const calling = useCall(
    async (client, signal): Promise<Pair | undefined> => {
      if (isSame) return undefined;
      const read = (id: string): Promise<NoticeVersion> => client.getNoticeVersion({ id }, { signal });
      const [earlier, later] = await Promise.all([read(left.id), read(right.id)]);
      return { left: earlier, right: later };
    },
    [left.id, right.id],
  );
  const { outcome } = calling;
  const pair = outcome.is === 'done' ? outcome.value : undefined;
  const lang = useChosenLanguage(pair, address);
  const choices = versions.map(({ version }): Choice => [String(version), t('notices.version', { version })]);
  const choose =
    (side: 'left' | 'right') =>
    (version: string): void =>
      go({ ...address, left: left.version, right: right.version, [side]: Number(version) });
  return (
    <div>
      <div class="fields">
        <SelectField
          label={t('comparison.left')}
          value={String(left.version)}
          choices={choices}
          change={choose('left')}
        />
        <SelectField
          label={t('comparison.right')}
          value={String(right.version)}
          choices={choices}
          change={choose('right')}
        />
        {pair && <LanguageField pair={pair} lang={lang} address={address} />}
      </div>
      {isSame ? (
        <p>{t('comparison.sameVersion')}</p>
      ) : (
        <Called calling={calling} show={(both) => <Changes pair={both} lang={lang} />} />
      )}
    </div>
  );
};

/** The language in the address, otherwise the reader's if the versions have it; undefined while they are read. */
const useChosenLanguage = (pair: Pair | undefined, { lang }: NoticeAddress): string | undefined => {
  const reader = useLanguage();
  return pair && chooseTextLanguage(languagesOf(pair.left, pair.right), lang, reader);
};

const LanguageField = ({
  pair: { left, right },
  lang: chosen,
  address,
}: {
  readonly pair: Pair;
  readonly lang: string | undefined;
  readonly address: NoticeAddress;
}): VNode => {
  const t = useText();
  const nameLanguage = nameLanguages(useLanguage());
  const name = (lang: string): string =>
    isOther(lang, left, right) ? t('comparison.changedIn', { language: nameLanguage(lang) }) : nameLanguage(lang);
  return (
    <SelectField
      label={t('comparison.language')}
      value={chosen}
      choices={languagesOf(left, right).map((lang) => [lang, name(lang)])}
      change={(lang) => go({ ...address, lang })}
    />
  );
};

const Changes = ({ pair, lang }: { readonly pair: Pair | undefined; readonly lang: string | undefined }): VNode => (
  <div>
    {pair && lang && (
      <Loaded
        load={loadComparison}
        show={({ ComparedVersions }) => <ComparedVersions left={pair.left} right={pair.right} lang={lang} />}
      />
    )}
  </div>
);

/** What changed between two versions of a notice. The address holds the choice. */
const Comparison = ({
  address,
  versions,
}: {
  readonly address: NoticeAddress;
  /** The oldest first. */
  readonly versions: readonly ListedVersion[];
}): VNode => {
  const t = useText();
  const [left, right] = chooseVersions(versions, address);
  if (left === undefined || right === undefined) return <p>{t('comparison.onlyOne')}</p>;
  return <Compared left={left} right={right} versions={versions} address={address} />;
};
