import type { VNode } from 'preact';
import type { ListedNotice } from '../../../client/index.ts';
import type { Filter, FilterName } from '../address.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/text-language.ts';
import { channels } from '../revocation/draft.ts';
import { AskPeriod } from './ask-period.tsx';
import type { Choice } from './choice-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { Period } from './period.ts';
import type { RegisterNames } from './register-names.ts';
import { nameNotice } from './register-names.ts';
import { noticeLanguages } from './vocabulary.ts';

/** Why the service refused parts of a filter. */
export type WrongFilter = { readonly [Name in FilterName]?: string };

interface FilterProps {
  readonly filter: Filter;
  readonly wrong: WrongFilter;
  /** Undefined until they are loaded, or if loading failed. */
  readonly names: RegisterNames | undefined;
  readonly change: (filter: Filter) => void;
}

/** The filter with some values replaced; undefined removes a value. */
const withValues = (filter: Filter, values: Readonly<Record<string, string | undefined>>): Filter =>
  Object.fromEntries(Object.entries({ ...filter, ...values }).filter(([, value]) => value !== undefined));

/** The projects and notices to choose from, by name. */
const useChoices = (names: RegisterNames | undefined, { notice }: Filter) => {
  const [words, language, writing] = [useWords('find'), useLanguage(), useWriting()];
  const { states } = useWords('parts');
  const evidence = useWords('evidence');
  const nameLanguage = nameLanguages(language);
  const name = (one: ListedNotice): string =>
    `${nameNotice(one, language)}${one.retireTime === null ? '' : ` (${words.retired})`}`;
  const chosen = names?.notices.find(({ pid }) => String(pid) === notice);
  return {
    project: names?.projects.map((one): Choice => [one.uid, one.name]) ?? [],
    notice: names?.notices.map((one): Choice => [String(one.pid), name(one)]) ?? [],
    version:
      chosen?.versions
        .map(
          ({ version, publishTime }): Choice => [
            String(version),
            words.versionOf(writing.number(version), writing.day(publishTime)),
          ],
        )
        .reverse() ?? [],
    state: Object.entries(states),
    lang: noticeLanguages.map((lang): Choice => [lang, nameLanguage(lang)]),
    channel: channels.map((channel): Choice => [channel, evidence.writing.channels[channel]]),
  } as const satisfies { readonly [Name in FilterName]?: readonly Choice[] };
};

/** The filter fields of a list, with choices by name. */
export const AskFilter = ({ filter, wrong, names, change }: FilterProps): VNode => {
  const words = useWords('find');
  const choices = useChoices(names, filter);
  const setTo =
    (name: FilterName) =>
    (value: string | undefined): void =>
      change(withValues(filter, { [name]: value, ...(name === 'notice' && { version: undefined }) }));
  const field = (name: keyof typeof choices, label: string) => (
    <ChoiceField label={label} value={filter[name]} choices={choices[name]} wrong={wrong[name]} change={setTo(name)} />
  );
  const setPeriod = ({ from, until }: Period): void => change(withValues(filter, { from, until }));
  return (
    <div>
      <div class="fields">
        <AskPeriod period={filter} wrong={wrong} change={setPeriod} />
        {field('notice', words.notice)}
        {filter.notice !== undefined && field('version', words.version)}
        {field('state', words.state)}
        {(names?.projects.length ?? 2) > 1 || filter.project !== undefined ? field('project', words.project) : null}
        {field('lang', words.language)}
        {field('channel', words.channel)}
      </div>
      <p class="quiet small">{words.utc}</p>
    </div>
  );
};
