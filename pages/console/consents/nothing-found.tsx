import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { toAlternatives } from '../find/alternatives.ts';
import type { PersonValue } from '../find/person-value.ts';
import type { Ask } from '../find/question.ts';
import { nameValue } from '../find/value-name.ts';
import { useWords } from '../language.ts';
import { Empty } from '../parts/empty.tsx';
import type { ListQuestion } from './listed-consent.ts';

/** If nothing was found: what to check, and likely alternatives. */
export const NothingFound = ({ question, ask }: { readonly question: ListQuestion; readonly ask: Ask }): VNode => {
  const [words, find] = [useWords('consents'), useWords('find')];
  const { filter, values } = question;
  const alternatives = toAlternatives(values);
  const tell = (one: readonly PersonValue[]): string =>
    one.map(({ key, value }) => `${nameValue(find, key)} ${value}`).join(', ');
  const hints = [
    ...(values.length > 0 ? [words.tryWhole] : []),
    ...(Object.keys(filter).length > 0 ? [words.tryFilter] : []),
    ...(values.length > 0 ? [words.tryErased] : []),
  ];
  return (
    <Empty>
      <p>
        <strong>{words.none}</strong>
      </p>
      {hints.length > 0 && (
        <ul>
          {hints.map((hint) => (
            <li>{hint}</li>
          ))}
        </ul>
      )}
      {alternatives.length > 0 && (
        <>
          <p>{words.tryInstead}</p>
          <p class="actions">
            {alternatives.map((one) => (
              <button type="button" onClick={() => ask({ view: 'consents', filter }, one)}>
                <bdi>{tame(tell(one))}</bdi>
              </button>
            ))}
          </p>
        </>
      )}
    </Empty>
  );
};
