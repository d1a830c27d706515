import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/fact-list.ts';
import { describeErased, identityFacts } from '../../wording/consent-facts.ts';
import { useWords } from '../language.ts';
import { usePersonFacts } from './person-facts.ts';
import type { Statement } from './statement.ts';

/** Who agreed, and to what, at a glance. */
export const Who = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords('consent');
  const evidence = useWords('evidence');
  const { claimed, notice, times } = statement;
  const person = usePersonFacts(statement);
  const title = notice.content?.title[claimed.lang];
  return (
    <section>
      <h2>{words.who}</h2>
      {person.length === 0 ? (
        <p>{describeErased(statement, evidence)}</p>
      ) : (
        <div class="told">{renderFacts(person)}</div>
      )}
      {renderFacts([
        ...(title === undefined ? [] : [[words.agreedTo, tame(title)] as const]),
        [words.given, evidence.facts.time(times.given)],
        [evidence.facts.names.channel, evidence.writing.channels[claimed.channel]],
        ...identityFacts(statement, evidence),
      ])}
    </section>
  );
};
