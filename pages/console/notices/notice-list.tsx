import type { VNode } from 'preact';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Column } from '../../ui/table.tsx';
import { RecordTable } from '../../ui/table.tsx';
import { toFragment } from '../address.ts';
import { Called, Refresh, useCall } from '../calls/use-call.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import { NoticeName, nameLanguages } from '../names.tsx';
import { Badge, Empty, PageHead, ShortTime } from '../parts.tsx';

type ListedNotice = AnswerOf<'listNotices'>['data'][number];

const useColumns = (): readonly Column<ListedNotice>[] => {
  const t = useText();
  const writing = useWriting();
  const language = useLanguage();
  const nameLanguage = nameLanguages(language);
  return [
    {
      name: t('notices.notice'),
      show: ({ pid, name, title, retiredAt }) => (
        <>
          <a href={toFragment({ view: 'notice', pid })}>
            <NoticeName notice={{ name, title }} />
          </a>
          <div class="quiet">
            <bdi>{escapeInvisible(name)}</bdi>
          </div>
          {retiredAt && (
            <Badge icon="cross" tone="none">
              {t('notices.retired')}
            </Badge>
          )}
        </>
      ),
    },
    { name: t('notices.number'), show: ({ pid }) => pid },
    {
      name: t('notices.current'),
      show: ({ pid, versions }) => {
        const current = versions.at(-1);
        return (
          current && (
            <a href={toFragment({ view: 'version', pid, version: current.version })}>
              {t('notices.version', { version: current.version })}
            </a>
          )
        );
      },
    },
    {
      name: t('notices.since'),
      show: ({ versions }) => {
        const current = versions.at(-1);
        return current && <ShortTime time={current.publishedAt} isDay />;
      },
    },
    {
      name: t('notices.languages'),
      show: ({ versions }) => (versions.at(-1)?.languages ?? []).map(nameLanguage).join(', '),
    },
    { name: t('notices.versions'), show: ({ versions }) => writing.number(versions.length), isNumber: true },
  ];
};

const List = ({ notices }: { readonly notices: readonly ListedNotice[] }): VNode => {
  const t = useText();
  const columns = useColumns();
  if (notices.length === 0)
    return (
      <Empty title={t('notices.none')}>
        <p>
          {t('notices.publish')} <code>consent-register notice publish</code>
        </p>
      </Empty>
    );
  const count = t('notices.caption', { count: notices.length });
  return <RecordTable caption={count} columns={columns} rows={notices} keyOf={({ pid }) => pid} isLeading />;
};

/** All notices of the account, each with its current version. */
export const NoticeList = (): VNode => {
  const t = useText();
  const calling = useCall((client, signal) => client.listNotices({}, { signal }), []);
  return (
    <main id="content">
      <PageHead title={t('notices.heading')}>
        <Refresh calling={calling} />
      </PageHead>
      <Called calling={calling} show={({ data }) => <List notices={data} />} />
    </main>
  );
};
