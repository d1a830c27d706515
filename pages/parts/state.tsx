import type { VNode } from 'preact';
import { readTimes, stateIn } from '../../shared/evidence/state-statement.ts';
import type { Statement } from '../../shared/evidence/statement.ts';
import { readTimeSpan } from '../../shared/schema/time-span.ts';
import type { EvidenceText } from '../sentences/writing.ts';

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

/** That the personal data was erased, and what is left; null without an erasure. */
export const renderErasure = ({ erasure }: Statement, { t, writing }: EvidenceText): VNode | null =>
  erasure && (
    <section>
      <h2>{t('evidence.parts.erasure')}</h2>
      <p>{t('evidence.parts.erasedOn', { time: writing.moment(erasure.time) })}</p>
    </section>
  );
