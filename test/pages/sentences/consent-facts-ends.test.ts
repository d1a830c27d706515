import { expect, test } from 'vitest';
import { endsBy, headEnds } from '../../../pages/sentences/consent-facts.ts';
import { personWords } from '../../../pages/words/person/languages.ts';

const times = {
  given: '2026-03-10T10:00:00.000Z',
  revoked: '2026-05-01T00:00:00.000Z',
  expires: '2027-03-10T10:00:00.000Z',
  superseded: '2026-04-01T00:00:00.000Z',
  erased: '2026-06-01T00:00:00.000Z',
  ends: '2026-04-01T00:00:00.000Z',
};

test('the first end is what ended a consent, and a revocation and an erasure after it are told', () => {
  const statesBy = (moment: string) => endsBy(times, moment).map(({ state }) => state);

  expect(statesBy('2026-03-11T00:00:00.000Z')).toEqual([]);
  expect(statesBy('2026-05-01T00:00:00.000Z')).toEqual(['superseded', 'revoked']);
  expect(statesBy('2028-01-01T00:00:00.000Z')).toEqual(['superseded', 'revoked', 'erased']);
  expect(endsBy({ ...times, superseded: null, expires: times.revoked }, times.erased)).toMatchObject([
    { state: 'revoked' },
    { state: 'erased' },
  ]);
});

test.each([
  ['eng', 'Superseded by a later version, then revoked, then erased'],
  ['ita', 'Sostituito da una versione successiva, poi revocato, poi cancellato'],
  ['deu', 'Durch eine spätere Fassung ersetzt, dann widerrufen, dann gelöscht'],
  ['fra', 'Remplacé par une version ultérieure, puis retiré, puis effacé'],
  ['spa', 'Sustituido por una versión posterior, después retirado, después suprimido'],
] as const)('the page of a person says so in %s', (lang, heading) => {
  const { states, next } = personWords[lang];

  expect(headEnds('erased', endsBy(times, times.erased), { heads: states, next })).toBe(heading);
});
