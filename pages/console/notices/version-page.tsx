import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AnswerOf, Client } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { termFacts } from '../../describe/notice.ts';
import type { Translate } from '../../i18n/format.ts';
import { langOfTag } from '../../i18n/index.ts';
import { Facts } from '../../ui/facts.ts';
import { SelectField } from '../../ui/form.tsx';
import { NoticeMarkup } from '../../ui/notice-texts.tsx';
import { useWords } from '../../ui/words.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { cameFrom, Trail } from '../frame/trail.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import { useConsoleShowing } from '../markup.tsx';
import { chooseTextLanguage, NoticeName, nameLanguages, nameNotice, tagOf } from '../names.tsx';
import { Empty, PageHeading } from '../parts.tsx';
import type { Writing } from '../writing.ts';

type VersionAddress = Extract<Address, { readonly view: 'version' }>;
type NoticeVersion = AnswerOf<'getNoticeVersion'>;

/** A version and its content, among the versions of its notice; undefined if the number does not exist. */
interface Found {
  readonly name: string;
  readonly listed?: ListedVersion | undefined;
  readonly said?: NoticeVersion;
  readonly latest: number;
}

const findVersion = async (client: Client, { pid, version }: VersionAddress, signal: AbortSignal): Promise<Found> => {
  const { name, versions } = await findNotice(client, pid, signal);
  const listed = versions.find((one) => one.version === version);
  const latest = versions.at(-1)?.version ?? 0;
  if (listed === undefined) return { name, latest };
  return { name, listed, said: await client.getNoticeVersion({ id: listed.id }, { signal }), latest };
};

/** @param given language of the consent that led here */
const Texts = ({ said, given }: { readonly said: NoticeVersion; readonly given: string | undefined }): VNode => {
  const t = useText();
  const reader = useLanguage();
  const nameLanguage = nameLanguages(reader);
  const languages = [...new Set([...Object.keys(said.descriptionHtml), ...Object.keys(said.title)])];
  const [asked, setAsked] = useState(given);
  const lang = chooseTextLanguage(languages, asked, reader);
  return (
    <div>
      {given && (
        <p class="note">
          {t('version.givenIn', { language: nameLanguage(given) })}{' '}
          {languages.includes(given) ? '' : t('version.noText')}
        </p>
      )}
      {languages.length > 1 && (
        <SelectField
          label={t('version.language')}
          value={lang}
          choices={languages.map((one) => [one, nameLanguage(one)])}
          change={setAsked}
        />
      )}
      {languages.length === 1 && lang !== undefined && lang !== langOfTag(reader) && (
        <p class="quiet">
          {t('version.language')}: {nameLanguage(lang)}
        </p>
      )}
      {lang && <NoticeText key={lang} content={said} lang={lang} />}
    </div>
  );
};

const Links = ({ pid, version, latest }: { pid: number; version: number; latest: number }): VNode => {
  const t = useText();
  const compare = (left: number, right: number): string => toFragment({ view: 'notice', pid, left, right });
  return (
    <p class="actions">
      <a href={toFragment({ view: 'consents', filter: { notice: String(pid), version: String(version) } })}>
        {t('version.consents')}
      </a>
      {(cameFrom()?.view ?? 'notice') !== 'notice' && (
        <a href={toFragment({ view: 'notice', pid })}>{t('version.notice')}</a>
      )}
      {version > 1 && <a href={compare(version - 1, version)}>{t('version.earlier')}</a>}
      {version < latest && <a href={compare(version, version + 1)}>{t('version.later')}</a>}
    </p>
  );
};

const Shown = ({ found, address }: { readonly found: Found; readonly address: VersionAddress }): VNode => {
  const t = useText();
  const evidence = useWords();
  const writing = useWriting();
  const nameLanguage = nameLanguages(useLanguage());
  const { listed, said, latest } = found;
  if (listed === undefined || said === undefined)
    return (
      <Empty>
        <p>{t('notices.noSuchVersion', { version: address.version })}</p>
      </Empty>
    );
  return (
    <div>
      <Facts facts={versionFacts(listed, t, writing, nameLanguage)} />
      <Links pid={address.pid} version={listed.version} latest={latest} />
      <section>
        <h2>{t('version.texts')}</h2>
        <Texts key={address.lang} said={said} given={address.lang} />
      </section>
      <section>
        <h2>{t('version.terms')}</h2>
        <Facts facts={termFacts(said, evidence)} />
      </section>
      <details>
        <summary>{t('summary.technical')}</summary>
        <Facts facts={technicalFacts(listed, t, evidence.writing.operator)} />
      </details>
    </div>
  );
};

/** One version of a notice: its content and the facts about it. */
export const VersionPage = ({ address }: { readonly address: VersionAddress }): VNode => {
  const t = useText();
  const language = useLanguage();
  const { pid, version } = address;
  const calling = useCall((client, signal) => findVersion(client, address, signal), [pid, version]);
  const { outcome } = calling;
  const notice = outcome.is === 'done' ? { name: outcome.value.name, title: outcome.value.said?.title } : undefined;
  const title = notice ? escapeInvisible(nameNotice(notice, language)) : `${t('notices.notice')} ${pid}`;
  const heading = notice && (
    <>
      <NoticeName notice={notice} />, {t('notices.version', { version })}
    </>
  );
  return (
    <main id="content">
      <Trail above={{ view: 'notice', pid }} name={t('version.notice')} />
      <PageHeading title={`${title}, ${t('notices.version', { version })}`}>{heading}</PageHeading>
      <Called calling={calling} show={(found) => <Shown found={found} address={address} />} />
    </main>
  );
};

/** The texts of a notice, by language. */
export interface TextsOf {
  readonly title: Readonly<Partial<Record<string, string>>>;
  readonly descriptionHtml: Readonly<Partial<Record<string, string>>>;
}

/** The text of a notice in one language, as people read it and as source. */
export const NoticeText = ({
  content: { title, descriptionHtml },
  lang,
}: {
  readonly content: TextsOf;
  readonly lang: string;
}): VNode => {
  const t = useText();
  const showing = useConsoleShowing();
  const [heading, text] = [title[lang], descriptionHtml[lang]];
  return (
    <div class="text">
      {heading === undefined ? (
        <p class="quiet">{t('version.noTitle')}</p>
      ) : (
        <h3 lang={tagOf(lang)}>
          <bdi>{escapeInvisible(heading)}</bdi>
        </h3>
      )}
      {text === undefined ? <p class="quiet">{t('version.noText')}</p> : <NoticeMarkup text={text} markup={showing} />}
    </div>
  );
};

export type ListedVersion = AnswerOf<'listNotices'>['data'][number]['versions'][number];

/** Facts about a version other than its content. */
export const versionFacts = (
  version: ListedVersion,
  t: Translate,
  { time }: Writing,
  nameLanguage: (code: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [t('notices.published'), time(version.publishedAt)],
  [t('notices.until'), version.currentUntil === null ? t('notices.isCurrent') : time(version.currentUntil)],
  [t('notices.languages'), version.languages.map(nameLanguage).join(', ')],
  [
    t('notices.validity'),
    version.validityDays === 0 ? t('notices.endless') : t('notices.days', { count: version.validityDays }),
  ],
  [t('notices.askAgain'), version.askAgain ? t('notices.yes') : t('notices.no')],
];

/** What only a program or an operator needs to know of a version. */
export const technicalFacts = (
  version: ListedVersion,
  t: Translate,
  operator: (by: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [t('notices.publishedBy'), operator(version.publishedBy)],
  [t('notices.hash'), version.contentHash],
  [t('notices.id'), version.id],
];

export type ListedNotice = AnswerOf<'listNotices'>['data'][number];

/** A notice with all its versions. @throws ConsentRegisterError `notice.not-found`, or any error of a call */
export const findNotice = async (client: Client, pid: number, signal: AbortSignal): Promise<ListedNotice> => {
  const { data } = await client.listNotices({ pid }, { signal });
  const [notice] = data;
  if (notice === undefined) throw new Error('The answer lacks the notice that was asked for.');
  return notice;
};
