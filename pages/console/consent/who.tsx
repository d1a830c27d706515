import type { VNode } from 'preact';
import { isDay } from '../../../shared/runtime/time.ts';
import { langOfTag } from '../../i18n/index.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import type { Fact } from '../../sentences/consent-facts.ts';
import { arrivalOf, describeErased } from '../../sentences/consent-facts.ts';
import { TextIn } from '../find/notice-name.tsx';
import { isKnownKey, labelOf, toValues } from '../find/person-value.ts';
import { nameValue } from '../find/question.ts';
import { nameNotice } from '../find/register-names.ts';
import { useEvidenceText, useLanguage, useText, useWriting } from '../language.ts';
import type { Statement } from './evidence.tsx';

/** Who agreed, when, how and to what, at a glance. @param facts more of them */
export const Who = ({
  statement,
  facts = [],
}: {
  readonly statement: Statement;
  readonly facts?: readonly Fact[];
}): VNode => {
  const t = useText();
  const evidence = useEvidenceText();
  const language = useLanguage();
  const { number } = useWriting();
  const { times, claimed, notice, project } = statement;
  const person = usePersonFacts(statement);
  const reader = langOfTag(language);
  const title = notice.content?.title[claimed.lang];
  const agreedTo = (
    <>
      <TextIn
        text={title ?? nameNotice({ name: notice.name, title: notice.content?.title }, language)}
        lang={title === undefined || claimed.lang === reader ? undefined : claimed.lang}
      />
      , {t('consents.version', { version: number(notice.version) })}
    </>
  );
  const { url } = claimed.proof;
  return (
    <section>
      <h2>{t('consent.who')}</h2>
      {person.length === 0 ? (
        <p>{describeErased(statement, evidence)}</p>
      ) : (
        <div class="told">{renderFacts(person)}</div>
      )}
      {renderFacts([
        [t('consent.agreedTo'), agreedTo],
        [t('consent.given'), evidence.writing.moment(times.given)],
        ...useNotedFacts(statement),
        [t('evidence.facts.names.channel'), evidence.writing.how(arrivalOf(statement))],
        ...(url === undefined ? [] : [[t('summary.page'), url] as const]),
        [t('evidence.facts.names.project'), project.name ?? project.uid],
        ...facts,
      ])}
    </section>
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

/**
 * The person's values, by the field's label if the site sent one, otherwise by a name in the reader's language. The page shows the original
 * below.
 */
export const usePersonFacts = ({ claimed: { userData } }: Statement): readonly Fact[] => {
  const t = useText();
  return toValues(userData).map(({ key, value }) => [
    labelOf(userData, key) ?? (isKnownKey(key) ? nameValue(t, key) : t('consent.ownKey', { key })),
    value,
  ]);
};
