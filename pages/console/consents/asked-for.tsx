import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Filter } from '../address.ts';
import { choiceOf } from '../find/period.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { nameValue } from '../find/value-name.ts';
import { noticeLanguages } from '../find/vocabulary.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/text-language.ts';
import { channels } from '../revocation/draft.ts';
import type { ListQuestion } from './listed-consent.ts';
import { writeMoment } from './moment.ts';

type Part = readonly [name: string, value: string];

/** The period in words: a choice of the form, a day, a month or a time, or a span. */
const usePeriod = ({ from, until }: Filter): string => {
  const [find, words, language] = [useWords('find'), useWords('consents'), useLanguage()];
  const writing = useWriting();
  const write = (text: string): string => writeMoment(text, language, writing);
  const choice = choiceOf({ from, until }, new Date());
  if (choice === 'any') return '';
  if (choice === 'day' || choice === 'month') return write(from ?? '');
  if (choice !== 'span') return find.periods[choice];
  return [from && words.from(write(from)), until && words.until(write(until))].filter(Boolean).join(' ');
};

const nameOf = (names: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(names, value) ? (names[value] ?? value) : value;

const useParts = ({ filter, values }: ListQuestion, names: RegisterNames | undefined): readonly Part[] => {
  const [find, words, language] = [useWords('find'), useWords('consents'), useLanguage()];
  const { states } = useWords('parts');
  const evidence = useWords('evidence');
  const period = usePeriod(filter);
  const { project = '', notice = '', version = '', state = '', lang = '', channel = '' } = filter;
  const found = names?.notices.find(({ pid }) => String(pid) === notice);
  const title = found ? nameNotice(found, language) : notice;
  const known = channels.find((one) => one === channel);
  const parts: readonly Part[] = [
    ...values.map(({ key, value }): Part => [nameValue(find, key), value]),
    [words.notice, version === '' ? title : `${title}, ${words.version(version)}`],
    [words.state, nameOf(states, state)],
    [find.period, period],
    [words.project, names?.projects.find(({ uid }) => uid === project)?.name ?? project],
    [words.language, noticeLanguages.includes(lang) ? nameLanguages(language)(lang) : lang],
    [words.channel, known ? evidence.writing.channels[known] : channel],
  ];
  return parts.filter(([, value]) => value !== '');
};

/** The criteria of a list in words. */
export const AskedFor = ({
  question,
  names,
}: {
  readonly question: ListQuestion;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const words = useWords('consents');
  const parts = useParts(question, names);
  if (parts.length === 0)
    return (
      <p class="asked">
        {words.asked}: {words.all}
      </p>
    );
  return (
    <div class="asked">
      <p>{words.asked}:</p>
      <ul>
        {parts.map(([name, value]) => (
          <li>
            <span class="quiet">{name}</span> <bdi>{tame(value)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
};
