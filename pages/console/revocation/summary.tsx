import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/fact-list.ts';
import { usePersonFacts } from '../consent/person-facts.ts';
import type { Statement } from '../consent/statement.ts';
import { useWords, useWriting } from '../language.ts';
import type { Draft } from './draft.ts';

/** The consent to be revoked, in a few facts, and the reason. */
export const Summary = ({ statement, draft }: { readonly statement: Statement; readonly draft: Draft }): VNode => {
  const [words, { agreedTo, given }, { time }] = [useWords('revocation'), useWords('consent'), useWriting()];
  const person = usePersonFacts(statement);
  const { claimed, notice, times } = statement;
  return (
    <div>
      {renderFacts([
        ...person,
        [agreedTo, tame(notice.content?.title[claimed.lang] ?? notice.name)],
        [given, time(times.given)],
        [words.reason, draft.reason.trim()],
      ])}
    </div>
  );
};
