import type { Client, ListedNotice, ListedProject } from '../../../client/typescript/index.ts';
import type { Language } from '../../i18n/index.ts';
import { langOfTag } from '../../i18n/index.ts';
import type { Calling } from '../calls/use-call.tsx';
import { pagesOf, useCall } from '../calls/use-call.tsx';
import { chooseTextLanguage, nameLanguages } from '../notices/version-facts.ts';
import { useSession } from '../session/session.ts';

/** The names of projects and notices. */
export interface RegisterNames {
  readonly projects: readonly ListedProject[];
  readonly notices: readonly ListedNotice[];
}

const freshFor = 60_000;

const read = new WeakMap<Client, { readonly at: number; readonly names: Promise<RegisterNames> }>();

/** The names that were read last, which a page has from its first moment. */
const known = new WeakMap<Client, RegisterNames>();

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
export const recallNames = (client: Client): Promise<RegisterNames> => {
  const before = read.get(client);
  if (before && performance.now() - before.at < freshFor) return before.names;
  const names = readNames(client);
  read.set(client, { at: performance.now(), names });
  names.then(
    (fresh) => known.set(client, fresh),
    () => read.delete(client),
  );
  return names;
};

export const useNames = (): Calling<RegisterNames> => useCall(recallNames, []);

/** The names as soon as they are there, for a page that shows something without them. */
export const useKnownNames = (): RegisterNames | undefined => {
  const { client } = useSession();
  const { outcome } = useNames();
  return outcome.is === 'done' ? outcome.value : known.get(client);
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
