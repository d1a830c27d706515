import type { VNode } from 'preact';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { NoticeName } from '../find/notice-name.tsx';
import { useLanguage, useWords, useWriting } from '../language.ts';
import type { Column } from '../parts.tsx';
import { Empty, PageHeading, RecordTable } from '../parts.tsx';
import { nameLanguages } from './version-facts.ts';

type ListedNotice = AnswerOf<'listNotices'>['data'][number];

const useColumns = (): readonly Column<ListedNotice>[] => {
  const { notices: words } = useWords('notices');
  const writing = useWriting();
  const language = useLanguage();
  const nameLanguage = nameLanguages(language);
  return [
    {
      name: words.notice,
      show: ({ pid, name, title, retiredAt }) => (
        <>
          <a href={toFragment({ view: 'notice', pid })}>
            <NoticeName notice={{ name, title }} />
          </a>
          <p class="quiet small">
            <bdi>{escapeInvisible(name)}</bdi>
          </p>
          {retiredAt && (
            <p>
              <span class="state-mark ended">
                <span aria-hidden="true">✕</span>
                {words.retired}
              </span>
            </p>
          )}
        </>
      ),
    },
    { name: words.number, show: ({ pid }) => pid, isNumber: true },
    {
      name: words.current,
      show: ({ pid, versions }) => {
        const current = versions.at(-1);
        return (
          current && (
            <a href={toFragment({ view: 'version', pid, version: current.version })}>
              {words.version(current.version)}
            </a>
          )
        );
      },
    },
    {
      name: words.since,
      show: ({ versions }) => {
        const current = versions.at(-1);
        return current && <time datetime={current.publishedAt}>{writing.day(current.publishedAt)}</time>;
      },
    },
    { name: words.languages, show: ({ versions }) => (versions.at(-1)?.languages ?? []).map(nameLanguage).join(', ') },
    { name: words.versions, show: ({ versions }) => writing.number(versions.length), isNumber: true },
  ];
};

const List = ({ notices }: { readonly notices: readonly ListedNotice[] }): VNode => {
  const { notices: words } = useWords('notices');
  const columns = useColumns();
  return notices.length === 0 ? (
    <Empty>
      <p>{words.none}</p>
      <p>
        {words.publish} <code>consent-register notice publish</code>
      </p>
    </Empty>
  ) : (
    <RecordTable caption={words.caption(notices.length)} columns={columns} rows={notices} keyOf={({ pid }) => pid} />
  );
};

/** All notices of the account, each with its current version. */
export const NoticeList = (): VNode => {
  const { notices: words } = useWords('notices');
  const calling = useCall((client, signal) => client.listNotices({}, { signal }), []);
  return (
    <main id="content">
      <PageHeading title={words.heading} />
      <Called calling={calling} show={({ data }) => <List notices={data} />} />
    </main>
  );
};
