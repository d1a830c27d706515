import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { askAbout, renderState } from '../../parts/state.tsx';
import { headState } from '../../wording/consent-state.ts';
import { chooseTelling, toValues } from '../find/person-value.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Statement } from './statement.ts';

/** One line that names the notice and the person, by the most telling values; without values if they were erased. */
const Subject = ({ statement: { claimed, notice } }: { readonly statement: Statement }): VNode => {
  const values = toValues(claimed.userData);
  const names = values.filter(({ key }) => key === 'first_name' || key === 'last_name');
  const told = [
    notice.content?.title[claimed.lang] ?? notice.name,
    names.map(({ value }) => value).join(' '),
    ...chooseTelling(values)
      .filter((one) => !names.includes(one))
      .map(({ value }) => value),
  ].filter((part) => part !== '');
  return (
    <p class="subject">
      {told.map((part, i) => (
        <>
          {i > 0 && ' · '}
          <bdi>{tame(part)}</bdi>
        </>
      ))}
    </p>
  );
};

/** Whether and why the consent was in force at the time in the address; without a time, now. */
export const Answer = ({
  statement,
  at,
}: {
  readonly statement: Statement;
  readonly at: string | undefined;
}): VNode => {
  const words = useWords('consent');
  const evidence = useWords('evidence');
  const asked = at === undefined ? { ...statement, state: statement.stateNow } : askAbout(statement, at);
  return (
    <div>
      <PageHeading title={`${words.title} ${statement.id}`}>
        {asked ? headState(asked, evidence) : words.title}
      </PageHeading>
      <Subject statement={statement} />
      <div aria-live="polite">
        {asked ? renderState(asked, evidence) : <p class="warning">{evidence.question.rule}</p>}
      </div>
    </div>
  );
};
