import type { VNode } from 'preact';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { isDay } from '../../../shared/runtime/time.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Fact } from '../../describe/consent.ts';
import { arrivalOf, describeErased } from '../../describe/consent.ts';
import { capitalise } from '../../describe/writing.ts';
import { Facts } from '../../ui/facts.ts';
import { useWords } from '../../ui/words.ts';
import { useText, useWriting } from '../language.tsx';
import { NoticeName } from '../names.tsx';
import { isKnownKey, nameOfValue, nameValue, takeName, toValues } from '../person/person-value.tsx';

/** Who agreed, and to what, in one line; without values if they were erased. */
export const WhoToWhat = ({ statement }: { readonly statement: Statement }): VNode => {
  const { name } = takeName(toValues(statement.claimed.userData));
  return (
    <>
      {name !== '' && (
        <>
          <bdi>{escapeInvisible(name)}</bdi> ·{' '}
        </>
      )}
      <Notice statement={statement} />
    </>
  );
};

/** The notice by its title in the reader's language, or else in that of the consent, and its version. */
const Notice = ({ statement: { notice, claimed } }: { readonly statement: Statement }): VNode => {
  const t = useText();
  const { number } = useWriting();
  const titles = notice.content?.title;
  const own = titles?.[claimed.lang];
  return (
    <>
      <NoticeName
        notice={{ name: notice.name, title: own === undefined ? titles : { [claimed.lang]: own, ...titles } }}
      />
      , {t('consents.version', { version: number(notice.version) })}
    </>
  );
};

/** Who agreed, when and how, at a glance. @param facts more of them */
export const Who = ({
  statement,
  facts,
}: {
  readonly statement: Statement;
  readonly facts: readonly Fact[];
}): VNode => {
  const t = useText();
  const evidence = useWords();
  const { times, claimed, project } = statement;
  const { url } = claimed.proof;
  const noted = useNotedFacts(statement);
  return (
    <section>
      <h2>{t('consent.who')}</h2>
      <PersonFacts statement={statement} />
      <Facts
        facts={[
          [t('consent.given'), evidence.writing.moment(times.given)],
          ...noted,
          [t('evidence.facts.names.channel'), evidence.writing.how(arrivalOf(statement))],
          ...(url === undefined ? [] : [[t('summary.page'), url] as const]),
          [t('evidence.facts.names.project'), project.name ?? project.uid],
          ...facts,
        ]}
      />
    </section>
  );
};

/** A consent in a few facts: whose it is, to what they agreed, and when. */
export const InShort = ({ statement }: { readonly statement: Statement }): VNode => {
  const t = useText();
  const { time } = useWriting();
  return (
    <div>
      <PersonFacts statement={statement} />
      <Facts
        facts={[
          [t('consent.agreedTo'), <Notice statement={statement} />],
          [t('consent.given'), time(statement.times.given)],
          [capitalise(t('evidence.facts.names.consent')), <span class="small">{statement.id}</span>],
        ]}
      />
    </div>
  );
};

/** The day and the place that a user noted of a letter or a call. The register saw neither. */
const useNotedFacts = (statement: Statement): readonly Fact[] => {
  const t = useText();
  const writing = useWriting();
  const { receivedBy } = arrivalOf(statement);
  if (receivedBy === null || receivedBy === 'erased') return [];
  const { given_on: day, reference } = statement.claimed.proof;
  return [
    ...(day === undefined ? [] : [[t('consent.noted.givenOn'), isDay(day) ? writing.utcDay(day) : day] as const]),
    ...(reference === undefined ? [] : [[t('consent.noted.reference'), reference] as const]),
  ];
};

/** The person's values, or that they were erased. The page shows the original below. */
const PersonFacts = ({ statement }: { readonly statement: Statement }): VNode => {
  const t = useText();
  const evidence = useWords();
  const { userData } = statement.claimed;
  const values = toValues(userData);
  if (values.length === 0) return <p>{describeErased(statement, evidence)}</p>;
  return (
    <div class="told">
      <Facts
        facts={values.map(({ key, value }) => [
          isKnownKey(key) ? capitalise(nameValue(t, key)) : nameOfValue(t, userData, key),
          value,
        ])}
      />
    </div>
  );
};
