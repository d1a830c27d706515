import type { VNode } from 'preact';
import { renderFacts } from '../../parts/consent-parts.ts';
import type { Fact } from '../../sentences/consent-facts.ts';
import { arrivalOf, describeErased, identityFacts } from '../../sentences/consent-facts.ts';
import { labelOf, toValues } from '../find/person-value.ts';
import { nameValue } from '../find/question.ts';
import { useWords } from '../language.ts';
import type { Statement } from './evidence.tsx';

/** Who agreed, and to what, at a glance. */
export const Who = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords('consent');
  const evidence = useWords('evidence');
  const { times } = statement;
  const person = usePersonFacts(statement);
  return (
    <section>
      <h2>{words.who}</h2>
      {person.length === 0 ? (
        <p>{describeErased(statement, evidence)}</p>
      ) : (
        <div class="told">{renderFacts(person)}</div>
      )}
      {renderFacts([
        [words.given, evidence.facts.time(times.given)],
        [evidence.facts.names.channel, evidence.writing.how(arrivalOf(statement))],
        ...identityFacts(statement, evidence),
      ])}
    </section>
  );
};

/**
 * The person's values, by the field's label if the site sent one, otherwise by a name in the reader's language. The page shows the original
 * below.
 */
export const usePersonFacts = ({ claimed: { userData } }: Statement): readonly Fact[] => {
  const words = useWords('find');
  return toValues(userData).map(({ key, value }) => [labelOf(userData, key) ?? nameValue(words, key), value]);
};
