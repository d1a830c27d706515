import { expect, test } from 'vitest';
import { toTimeSpan } from '../../../cli/typed-values.ts';
import { toTimeline } from '../../../pages/sentences/consent-facts.ts';
import { english } from '../../../pages/words/evidence/eng.ts';
import { statementOf } from '../../support/statement.ts';

test('tells what happened from the version that was agreed to on, in the order of time', () => {
  const statement = statementOf({
    validityDays: 365,
    askedAgain: new Date('2026-04-01'),
    times: { revoked: new Date('2026-04-20') },
    span: toTimeSpan('2026-03-15'),
  });

  expect(toTimeline(statement, english).map(({ time, says, isToCome }) => [time.slice(0, 10), says, isToCome])).toEqual(
    [
      ['2026-03-01', 'Version 1 of the notice was published.', false],
      ['2026-03-10', 'The consent was given to version 1 of the notice by web.form.', false],
      ['2026-03-15', 'The time asked about begins: 2026-03-15.', false],
      ['2026-04-01', 'Version 2 of the notice was published: it asks everybody again.', false],
      ['2026-04-01', 'The consent is superseded: a later version asks again.', false],
      ['2026-04-20', 'The consent was revoked by email.', false],
    ],
  );
});

test('tells an expiry that is to come, and none after somebody ended the consent', () => {
  const ends = (times: Parameters<typeof statementOf>[0]) => toTimeline(statementOf(times), english).at(-1);

  expect(ends({ validityDays: 365 })).toMatchObject({
    says: 'The consent expires: version 1 holds for 365 days.',
    isToCome: true,
  });
  expect(ends({ validityDays: 365, times: { erased: new Date('2026-05-01') } })?.says).toBe(
    'The personal data in it was erased.',
  );
});

test('a consent that was superseded does not expire later, nor the other way round', () => {
  const tell = (askedAgain: string) =>
    toTimeline(statementOf({ validityDays: 30, askedAgain: new Date(askedAgain) }), english).filter(({ says }) =>
      says.startsWith('The consent'),
    );

  expect(tell('2026-04-01').map(({ says }) => says)).toEqual([
    'The consent was given to version 1 of the notice by web.form.',
    'The consent is superseded: a later version asks again.',
  ]);
  expect(tell('2026-05-01').map(({ says }) => says)).toEqual([
    'The consent was given to version 1 of the notice by web.form.',
    'The consent expires: version 1 holds for 30 days.',
  ]);
});
