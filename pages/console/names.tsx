import type { VNode } from 'preact';
import type { Client, ListedNotice, ListedProject } from '../../client/typescript/index.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { madeOnce } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { langOfTag } from '../i18n/index.ts';
import type { Choice } from '../ui/form.tsx';
import { SelectField } from '../ui/form.tsx';
import { pagesOf } from './calls/list-pages.tsx';
import type { Calling } from './calls/use-call.tsx';
import { useCall } from './calls/use-call.tsx';
import { useLanguage, useText } from './language.tsx';
import type { Session } from './session/session.ts';
import { useSession } from './session/session.ts';

/** The names of projects and notices. */
export interface RegisterNames {
  readonly projects: readonly ListedProject[];
  readonly notices: readonly ListedNotice[];
}

const freshFor = 60_000;

/** The names in the session's memory: when they were asked for, and those that a page has from its first moment. */
interface Remembered {
  readonly at: number;
  readonly names: Promise<RegisterNames>;
  readonly known: RegisterNames | undefined;
}

const place = 'register names';

type Reader = Pick<Session, 'client' | 'memory'>;

const remembered = ({ memory }: Reader): Remembered | undefined => memory.get(place) as Remembered | undefined;

const readProjects = async (client: Client): Promise<readonly ListedProject[]> => {
  const projects: ListedProject[] = [];
  const pages = pagesOf((after) => client.listProjects({ ...(after !== undefined && { after }) }));
  for await (const { data } of pages) projects.push(...data);
  return projects;
};

const readNames = async (client: Client): Promise<RegisterNames> => {
  const [projects, notices] = await Promise.all([readProjects(client), client.listNotices({})]);
  return { projects, notices: notices.data };
};

/** The names, at most a minute old, so that not every page reads them again. */
export const recallNames = (reader: Reader): Promise<RegisterNames> => {
  const before = remembered(reader);
  if (before && performance.now() - before.at < freshFor) return before.names;
  const now = { at: performance.now(), names: readNames(reader.client), known: before?.known };
  const keep = (change: Partial<Remembered>): void => void reader.memory.set(place, { ...now, ...change });
  keep({});
  now.names.then(
    (known) => keep({ known }),
    () => keep({ at: -freshFor }),
  );
  return now.names;
};

export const useNames = (): Calling<RegisterNames> => {
  const session = useSession();
  return useCall(() => recallNames(session), []);
};

/** The names as soon as they are there, for a page that shows something without them. */
export const useKnownNames = (): RegisterNames | undefined => {
  const session = useSession();
  const { outcome } = useNames();
  return outcome.is === 'done' ? outcome.value : remembered(session)?.known;
};

/** A notice with its titles by language, if it has any. */
export interface Titled {
  readonly name: string;
  readonly title?: Readonly<Partial<Record<string, string>>> | undefined;
}

/** The title of a notice, or the name that its operator gave it. @returns `lang` if the title is in another language than the reader's */
export const titleOf = (
  { name, title: titles = {} }: Titled,
  language: Language,
): { readonly text: string; readonly lang: string | undefined } => {
  const lang = chooseTextLanguage(Object.keys(titles), undefined, language);
  const isOther = lang !== undefined && lang !== langOfTag(language);
  return { text: lang === undefined ? name : (titles[lang] ?? name), lang: isOther ? lang : undefined };
};

/**
 * The name of a notice: its title in the reader's language, otherwise in another one, which follows it, otherwise the name that its operator gave it.
 */
export const nameNotice = (notice: Titled, language: Language): string => {
  const { text, lang } = titleOf(notice, language);
  return lang === undefined ? text : `${text} (${nameLanguages(language)(lang)})`;
};

/** A text and, if it is not in the reader's language, the language that it is in. @param lang undefined for the reader's */
export const TextIn = ({ text, lang }: { readonly text: string; readonly lang: string | undefined }): VNode => {
  const nameLanguage = nameLanguages(useLanguage());
  return lang === undefined ? (
    <bdi>{escapeInvisible(text)}</bdi>
  ) : (
    <>
      <bdi lang={tagOf(lang)}>{escapeInvisible(text)}</bdi> ({nameLanguage(lang)})
    </>
  );
};

/** The same as `nameNotice`, marked up: a reader of screens says a title in its language. */
export const NoticeName = ({ notice }: { readonly notice: Titled }): VNode => {
  const { text, lang } = titleOf(notice, useLanguage());
  return <TextIn text={text} lang={lang} />;
};

/** A name of its own for each notice: one that several share gets the number, and where names are missing, the number stands alone. */
export const useDistinctNames = (names: RegisterNames | undefined): ((pid: number) => string) => {
  const language = useLanguage();
  const t = useText();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, escapeInvisible(nameNotice(notice, language))]));
  const called = Map.groupBy(notices.values(), (name) => name);
  return (pid) => {
    const name = notices.get(pid);
    if (name === undefined) return `${t('notices.number')} ${pid}`;
    return (called.get(name)?.length ?? 0) > 1 ? `${t('notices.number')} ${pid}, ${name}` : name;
  };
};

/** The language to show texts in first: the requested one, the reader's, or any that exists. */
export const chooseTextLanguage = (
  there: readonly string[],
  asked: string | undefined,
  reader: Language,
): string | undefined =>
  [asked, langOfTag(reader)].find((code) => code !== undefined && there.includes(code)) ?? there[0];

/** The language tag for HTML (BCP 47). */
export const tagOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** Names of languages in the reader's language. */
export const nameLanguages: (reader: Language) => (code: string) => string = madeOnce((reader) => {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  return (code) => names.of(code) ?? code;
});

/** The notice of a number, by name; the number until the names are loaded. */
export const useNoticeNames = (names: RegisterNames | undefined) => {
  const language = useLanguage();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, escapeInvisible(nameNotice(notice, language))]));
  return (pid: number): string => notices.get(pid) ?? String(pid);
};

/** The same, marked up as `NoticeName`. */
export const NoticeOf = ({
  pid,
  names,
}: {
  readonly pid: number;
  readonly names: RegisterNames | undefined;
}): VNode => <NoticeName notice={names?.notices.find((one) => one.pid === pid) ?? { name: String(pid) }} />;

/** Notices to choose from, by their number. */
const useNoticeChoices = (notices: readonly ListedNotice[] | undefined): readonly Choice[] => {
  const language = useLanguage();
  return notices?.map((one) => [String(one.pid), nameNotice(one, language)] as const) ?? [];
};

interface Scope {
  readonly project?: string | undefined;
  readonly notice?: number | undefined;
}

/** Narrows a page down to a notice and a project. Of one alone there is no choice. */
export const ScopeFields = ({
  project,
  notice,
  names,
  change,
}: Scope & {
  readonly names: RegisterNames | undefined;
  readonly change: (scope: Scope) => void;
}): VNode => {
  const t = useText();
  const notices = useNoticeChoices(names?.notices);
  const projects = names?.projects.map(({ uid, name }): Choice => [uid, name]) ?? [];
  return (
    <>
      {(projects.length > 1 || project !== undefined) && (
        <SelectField
          label={t('find.project')}
          value={project}
          choices={projects}
          nothing={t('find.any')}
          change={(uid) => change({ project: uid || undefined, notice })}
        />
      )}
      {(notices.length > 1 || notice !== undefined) && (
        <SelectField
          label={t('find.notice')}
          value={notice === undefined ? undefined : String(notice)}
          choices={notices}
          nothing={t('find.any')}
          change={(pid) => change({ project, notice: pid === '' ? undefined : Number(pid) })}
        />
      )}
    </>
  );
};
