import type { VNode } from 'preact';
import { Fragment } from 'preact';
import type { Proof } from '../../shared/consents/person-data.ts';
import { readTimes, stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { readTimeSpan } from '../../shared/schema/time-span.ts';
import {
  claimedFacts,
  describeEnd,
  describeErased,
  describeGaps,
  describeStates,
  headStates,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
  revocationFacts,
  toTimeline,
} from '../describe/consent.ts';
import { Facts, Part } from './facts.ts';
import type { MarkupShowing } from './markup.ts';
import { ProofTexts } from './markup.ts';
import { useWords } from './words.ts';

interface PartProps {
  readonly statement: Statement;
}

interface MarkupProps extends PartProps {
  readonly markup: MarkupShowing;
}

const Origin = ({ statement: { observed, imported, times } }: PartProps): VNode => {
  const words = useWords();
  const { t } = words;
  if (imported === null)
    return (
      <>
        <h3>{t('evidence.parts.observed')}</h3>
        <p class="remark">{t('evidence.parts.observedRemark')}</p>
        {observed && <Facts facts={observedFacts(observed, words)} />}
      </>
    );
  return (
    <>
      <h3>{t('evidence.parts.origin')}</h3>
      <p class="remark">{t('evidence.parts.importRemark')}</p>
      <Facts facts={importFacts(imported, times.given, words)} />
      {imported.observed && (
        <>
          <h4>{t('evidence.parts.elsewhere')}</h4>
          <Facts facts={observedElsewhereFacts(imported.observed, words)} />
        </>
      )}
      {imported.revocationObserved && (
        <>
          <h4>{t('evidence.parts.elsewhereRevoked')}</h4>
          <Facts facts={observedElsewhereFacts(imported.revocationObserved, words)} />
        </>
      )}
    </>
  );
};

/** What the site said, next to what the register observed. */
export const SaidAndSeen = ({ statement }: PartProps): VNode => {
  const words = useWords();
  const { t } = words;
  const facts = personFacts(statement);
  return (
    <div class="beside">
      <section>
        <h3>{t('evidence.parts.said')}</h3>
        <p class="remark">{t('evidence.parts.saidRemark')}</p>
        <Facts facts={claimedFacts(statement, words)} />
        <h4>{t('evidence.parts.person')}</h4>
        {facts.length > 0 ? (
          <div class="told">
            <Facts facts={facts} />
          </div>
        ) : (
          <p>{describeErased(statement, words)}</p>
        )}
      </section>
      <section>
        <Origin statement={statement} />
      </section>
    </div>
  );
};

/** Who gave it, when and how. */
export const Given = ({ statement }: PartProps): VNode => {
  const words = useWords();
  return (
    <Part heading={words.t('evidence.parts.given')}>
      <Facts facts={identityFacts(statement, words)} />
      <SaidAndSeen statement={statement} />
    </Part>
  );
};

/** Past and future events of the consent and its notice. */
export const Timeline = ({ statement }: PartProps): VNode => {
  const words = useWords();
  return (
    <Part heading={words.t('evidence.parts.timeline')}>
      <ol class="events">
        {toTimeline(statement, words).map(({ time, says, isToCome }) => (
          <li class={isToCome ? 'later' : undefined}>
            <time datetime={time}>{words.writing.time(time)}</time>
            <span>{isToCome ? words.t('evidence.timeline.toCome', { says }) : says}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
};

/** The heading of a consent: its state, one line for each time. */
export const Heads = ({ statement }: PartProps): VNode => (
  <>
    {headStates(statement, useWords()).map((head, i) => (
      <Fragment key={head}>
        {i > 0 && <br />}
        {head}
      </Fragment>
    ))}
  </>
);

/** The state at the time asked about and now, a sentence each, and when it will end. */
export const State = ({ statement }: PartProps): VNode => {
  const words = useWords();
  const end = describeEnd(statement, words);
  return (
    <div>
      {describeStates(statement, words).map(({ says, isHolding }) => (
        <p class={`state ${isHolding ? 'holds' : 'ended'}`}>{says}</p>
      ))}
      {end !== '' && <p>{end}</p>}
    </div>
  );
};

/** Whether a text names a month, a day or a time in UTC. */
export const namesTime = (text: string): boolean => readTimeSpan(text) !== undefined;

/**
 * The statement as if this time had been asked about; undefined if the text names no time.
 *
 * @param text a month, a day or a time in UTC
 */
export const askAbout = (statement: Statement, text: string): Statement | undefined => {
  const span = readTimeSpan(text);
  return span && { ...statement, state: stateIn(readTimes(statement.times), span, new Date(statement.issuedAt)) };
};

/** That the personal data was erased, and what is left; nothing without an erasure. */
export const Erasure = ({ statement: { erasure } }: PartProps): VNode | null => {
  const { t, writing } = useWords();
  if (erasure === null) return null;
  return (
    <Part heading={t('evidence.parts.erasure')}>
      <p>{t('evidence.parts.erasedOn', { time: writing.moment(erasure.time) })}</p>
    </Part>
  );
};

/** A proof, or that it was erased: only an erased consent has an empty proof. */
const KeptProof = ({ statement, proof, markup }: MarkupProps & { readonly proof: Proof }): VNode => {
  const words = useWords();
  if (Object.keys(proof).length === 0) return <p>{describeErased(statement, words)}</p>;
  return (
    <>
      <p class="remark">{words.t('evidence.parts.proofRemark', { escape: String.raw`\u{…}` })}</p>
      <ProofTexts proof={proof} markup={markup} level="h3" />
    </>
  );
};

/** The proof that the person agreed. */
export const ProofOfConsent = (shown: MarkupProps): VNode => (
  <Part heading={useWords().t('evidence.parts.proof')}>
    <KeptProof {...shown} proof={shown.statement.claimed.proof} />
  </Part>
);

/** The revocation with its own proof; nothing without one. */
export const Revocation = (shown: MarkupProps): VNode | null => {
  const words = useWords();
  const { t } = words;
  const { statement } = shown;
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  return (
    <Part heading={t('evidence.parts.revocation')}>
      <div class="beside">
        <section>
          <h3>{t('evidence.parts.said')}</h3>
          <Facts facts={revocationFacts(statement, words)} />
        </section>
        {observed && (
          <section>
            <h3>{t('evidence.parts.observed')}</h3>
            <Facts facts={observedFacts(observed, words)} />
          </section>
        )}
      </div>
      <h3>{t('evidence.parts.proofOfRevocation')}</h3>
      <KeptProof {...shown} proof={claimed.proof} />
    </Part>
  );
};

/** What would make the consent stronger: each gap with its remedy. */
export const Completeness = ({ statement }: PartProps): VNode => {
  const words = useWords();
  const gaps = describeGaps(statement, words);
  return (
    <Part heading={words.t('evidence.gaps.heading')}>
      <p class="remark">{words.t('evidence.gaps.remark')}</p>
      {gaps.length === 0 ? (
        <p>{words.t('evidence.gaps.none')}</p>
      ) : (
        <ul>
          {gaps.map(({ gap, says, mend }) => (
            <li key={gap}>
              {says}
              <p class="remark">{mend}</p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
};
