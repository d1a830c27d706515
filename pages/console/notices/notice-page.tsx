import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { Comparison } from './comparison.tsx';
import type { ListedNotice } from './find-notice.ts';
import { findNotice } from './find-notice.ts';
import { chooseTextLanguage, tagOf } from './text-language.ts';
import { VersionTable } from './version-table.tsx';

type NoticeAddress = Extract<Address, { readonly view: 'notice' }>;

const Shown = ({ notice, address }: { readonly notice: ListedNotice; readonly address: NoticeAddress }): VNode => {
  const { notices: words, comparison } = useWords('notices');
  const { time } = useWriting();
  const heading = useRef<HTMLHeadingElement>(null);
  const { pid, retireTime, versions } = notice;
  const titles: Readonly<Partial<Record<string, string>>> = notice.title ?? {};
  const lang = chooseTextLanguage(Object.keys(titles), undefined, useLanguage());
  const lead = (): void => {
    heading.current?.focus();
    heading.current?.scrollIntoView();
  };
  return (
    <div>
      {lang && (
        <p>
          <bdi lang={tagOf(lang)}>{tame(titles[lang] ?? '')}</bdi>
        </p>
      )}
      {retireTime && <p class="warning">{words.retiredOn(time(retireTime))}</p>}
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
  const { pid } = address;
  const calling = useCall((client, signal) => findNotice(client, pid, signal), [pid]);
  const { outcome } = calling;
  const name =
    outcome.is === 'done' ? (
      <>
        <bdi>{tame(outcome.value.name)}</bdi> <span class="quiet">PID {pid}</span>
      </>
    ) : undefined;
  return (
    <main id="content">
      <p class="trail">
        <a href={toFragment({ view: 'notices' })}>{words.all}</a>
      </p>
      <PageHeading title={`${words.notice} ${pid}`}>{name}</PageHeading>
      <Called calling={calling} show={(notice) => <Shown notice={notice} address={address} />} />
    </main>
  );
};
