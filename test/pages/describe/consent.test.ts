import { describe, expect, test } from 'vitest';
import { toTimeSpan } from '../../../cli/input/values.ts';
import { commandEnglish as english, pageEnglish } from '../../../pages/describe/command-text.ts';
import {
  claimedFacts,
  describeGap,
  describeGaps,
  describeOutlook,
  describeState,
  describeStates,
  endsBy,
  headEnds,
  headState,
  headStates,
  markStates,
  observedElsewhereFacts,
  observedFacts,
  revocationFacts,
  toTimeline,
} from '../../../pages/describe/consent.ts';
import { newVoice } from '../../../pages/files/voice.ts';
import type { ConsentState } from '../../../shared/consents/state.ts';
import { gaps } from '../../../shared/evidence/facts-format.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import type { Said } from '../../support/make/statement.ts';
import { factsOf, statementOf } from '../../support/make/statement.ts';
import { evidenceTextOf } from '../i18n/texts.ts';

const [german, french, italian, spanish] = [
  evidenceTextOf('de'),
  evidenceTextOf('fr'),
  evidenceTextOf('it'),
  evidenceTextOf('es'),
];

const revoked = { times: { revoked: new Date('2026-03-20T14:30:00Z') } };
const superseded = { askedAgain: new Date('2026-04-01T09:00:00Z') };

test.each([
  ['session', {}, ['session', 's']],
  ['key with a note', { keys: [{ id: '1'.repeat(16), note: 'shop' }] }, ['key', `${'1'.repeat(16)} (shop)`]],
  ['key', { keys: [{ id: '1'.repeat(16) }] }, ['key', '1'.repeat(16)]],
] satisfies [string, Said, string[]][])('what was observed says by which %s', (_, said, fact) => {
  const { observed } = statementOf(said);

  expect(observed && observedFacts(observed, english)).toContainEqual(fact);
  const elsewhere = statementOf({ ...said, imported: { source: 'crm', line: 7, at: new Date(), by: 'local:ada' } });
  const seen = elsewhere.imported?.observed;
  expect(seen && observedElsewhereFacts(seen, english)).toContainEqual([fact[0], fact[1]?.replace(' (shop)', '')]);
});

test.each([
  [
    'en',
    'Not in force: revoked on March 20, 2026 at 2:30:00 PM through a link for this telephone number, asked for by user 7 on March 3, 2026.',
  ],
  [
    'de',
    'Nicht in Kraft: widerrufen am 20. März 2026 um 14:30:00 über einen Link für diese Telefonnummer, angefordert von Benutzer 7 am 3. März 2026.',
  ],
  [
    'it',
    'Non in vigore: revocato il 20 marzo 2026 alle ore 14:30:00 con un link per questo numero di telefono, richiesto dall’utente 7 il 3 marzo 2026.',
  ],
  [
    'fr',
    'Non en vigueur : retiré le 20 mars 2026 à 14:30:00 par un lien pour ce numéro de téléphone, demandé par l’utilisateur 7 le 3 mars 2026.',
  ],
  [
    'es',
    'Sin vigor: retirado el 20 de marzo de 2026 a las 14:30:00 mediante un enlace para este número de teléfono, solicitado por el usuario 7 el 3 de marzo de 2026.',
  ],
] as const)('in %s a withdrawal through a link is said to be one', (language, says) => {
  const statement = statementOf({ ...revoked, link: { key: 'phone', userId: 7, day: '2026-03-03' } });

  expect(describeState(statement, evidenceTextOf(language))).toBe(says);
});

describe('now', () => {
  const rows: readonly (readonly [string, Said, string, string])[] = [
    ['in force', {}, 'In force since 2026-03-10 10:00:00.', 'Nothing ends it unless it is revoked.'],
    [
      'with a limit',
      { validityDays: 365 },
      'In force since 2026-03-10 10:00:00.',
      'It expires on 2027-03-10 10:00:00, 365 days after it was given, unless it is revoked earlier.',
    ],
    ['revoked', revoked, 'Not in force: revoked on 2026-03-20 14:30:00 by email.', ''],
    ['expired', { validityDays: 1 }, 'Not in force: expired on 2026-03-11 10:00:00 (1 day after it was given).', ''],
    [
      'superseded',
      superseded,
      'Not in force: superseded since 2026-04-01 09:00:00: version 2 of the notice asks again.',
      '',
    ],
    ['erased', { times: { erased: new Date('2026-05-01') } }, 'Not in force: erased on 2026-05-01 00:00:00.', ''],
    [
      'revoked, then erased',
      { times: { ...revoked.times, erased: new Date('2026-05-01') } },
      'Not in force: revoked on 2026-03-20 14:30:00 by email; then erased on 2026-05-01 00:00:00.',
      '',
    ],
    [
      'expired, then revoked',
      { validityDays: 1, ...revoked },
      'Not in force: expired on 2026-03-11 10:00:00 (1 day after it was given); then revoked on 2026-03-20 14:30:00 by email.',
      '',
    ],
    [
      'revoked, and its validity over since',
      { validityDays: 20, ...revoked },
      'Not in force: revoked on 2026-03-20 14:30:00 by email.',
      '',
    ],
  ];

  test.each(rows)('%s', (_state, said, sentence, outlook) => {
    expect(describeState(statementOf(said), english)).toBe(sentence);
    expect(describeOutlook(statementOf(said), english)).toBe(outlook);
  });
});

describe('at a time', () => {
  const rows: readonly (readonly [string, Said, string])[] = [
    ['2026-03-09', {}, 'Not yet given on 2026-03-09: it was given on 2026-03-10 10:00:00.'],
    ['2026-03-11', revoked, 'In force on 2026-03-11: given on 2026-03-10 10:00:00.'],
    ['2026-03-11T12:30', revoked, 'In force on 2026-03-11 12:30: given on 2026-03-10 10:00:00.'],
    ['2026-03-11T12:30:05', revoked, 'In force on 2026-03-11 12:30:05: given on 2026-03-10 10:00:00.'],
    ['2026-03-21', revoked, 'Not in force on 2026-03-21: revoked on 2026-03-20 14:30:00 by email.'],
    [
      '2026-03-20',
      revoked,
      'During 2026-03-20 this changed: at first in force (given on 2026-03-10 10:00:00); not in force from 14:30:00 (revoked by email).',
    ],
    ['2026-03-10', {}, 'During 2026-03-10 this changed: at first not yet given; in force from 10:00:00.'],
    [
      '2026-03',
      revoked,
      'During 2026-03 this changed: at first not yet given; in force from 2026-03-10 10:00:00; not in force from 2026-03-20 14:30:00 (revoked by email).',
    ],
    [
      '2028-01-01',
      { validityDays: 365 },
      'Not in force on 2028-01-01, as far as is known now: it expires on 2027-03-10 10:00:00 (365 days after it was given).',
    ],
    ['2028-01-01', {}, 'In force on 2028-01-01, as far as is known now: given on 2026-03-10 10:00:00.'],
  ];

  test.each(rows)('%s', (at, said, sentence) => {
    expect(describeState(statementOf({ ...said, span: toTimeSpan(at) }), english)).toBe(sentence);
  });

  test('says what it is now as well', () => {
    const statement = statementOf({ ...revoked, span: toTimeSpan('2026-03-11') });

    expect(describeOutlook(statement, english)).toBe('Now: not in force: revoked on 2026-03-20 14:30:00 by email.');
    expect(describeStates(statement, english)).toEqual([
      { says: describeState(statement, english), isHolding: true },
      { says: describeOutlook(statement, english), isHolding: false },
    ]);
    expect(headStates(statement, english)).toEqual(['On 2026-03-11: in force', 'Now: revoked']);
  });
});

describe('as a heading, what ended it is first, and what came then follows', () => {
  const erased = new Date('2026-05-01');
  const rows: readonly (readonly [string, Said])[] = [
    ['Revoked', revoked],
    ['Erased', { times: { erased } }],
    ['Revoked, then erased', { times: { ...revoked.times, erased } }],
    ['Expired, then revoked', { validityDays: 1, ...revoked }],
    ['Expired, then revoked, then erased', { validityDays: 1, times: { ...revoked.times, erased } }],
    ['Superseded, then erased', { ...superseded, times: { erased } }],
    ['Revoked', { validityDays: 20, ...revoked }],
    ['Revoked', { validityDays: 1, ...revoked, times: { revoked: new Date('2026-03-11T10:00:00Z') } }],
    ['Expired', { validityDays: 1, ...revoked, span: toTimeSpan('2026-03-12') }],
    ['Expired, then revoked', { validityDays: 1, ...revoked, span: toTimeSpan('2026-03') }],
    ['In force', { validityDays: 20, ...revoked, span: toTimeSpan('2026-03-12') }],
  ];

  test.each(rows)('%s', (heading, said) => {
    expect(headState(statementOf(said), english)).toBe(heading);
  });

  test.each([
    [italian, 'Scaduto, poi revocato, poi cancellato'],
    [german, 'Abgelaufen, dann widerrufen, dann gelöscht'],
    [french, 'Expiré, puis retiré, puis effacé'],
    [spanish, 'Caducado, después retirado, después suprimido'],
  ])('in another language', (words, heading) => {
    expect(headState(statementOf({ validityDays: 1, times: { ...revoked.times, erased } }), words)).toBe(heading);
  });

  test.each([
    [evidenceTextOf('en', 'en-GB'), 'On 20 March 2026: in force, then revoked', 'Now: revoked'],
    [italian, 'Il 20 marzo 2026: in vigore, poi revocato', 'Ora: revocato'],
    [german, 'Am 20. März 2026: in Kraft, dann widerrufen', 'Jetzt: widerrufen'],
    [french, 'Le 20 mars 2026 : en vigueur, puis retiré', 'À présent : retiré'],
    [spanish, 'El 20 de marzo de 2026: en vigor, después retirado', 'Ahora: retirado'],
  ])('of another time, with its day and all states in it, above the state now', (words, then, now) => {
    expect(headStates(statementOf({ ...revoked, span: toTimeSpan('2026-03-20') }), words)).toEqual([then, now]);
  });

  test('of now, alone', () => {
    expect(headStates(statementOf(revoked), english)).toEqual(['Revoked']);
  });
});

describe('as marks, each state is named once, with why it is so', () => {
  test.each([
    [{}, 'active', 'In force', 'Nothing ends it unless it is revoked.'],
    [revoked, 'revoked', 'Revoked', 'Since 2026-03-20 14:30:00, by email.'],
    [superseded, 'superseded', 'Superseded', 'Since 2026-04-01 09:00:00: version 2 of the notice asks again.'],
    [
      { validityDays: 1, times: { revoked: revoked.times.revoked, erased: new Date('2026-05-01') } },
      'erased',
      'Expired, then revoked, then erased',
      'Since 2026-03-11 10:00:00, 1 day after it was given; then revoked on 2026-03-20 14:30:00 by email; then erased on 2026-05-01 00:00:00.',
    ],
  ] satisfies [Said, ConsentState, string, string][])('now: %j', (said, state, name, why) => {
    expect(markStates(statementOf(said), english)).toEqual([{ when: '', state, name, why }]);
  });

  test('at another time, with the state now below it', () => {
    const marked = markStates(statementOf({ ...revoked, span: toTimeSpan('2026-03-11') }), english);

    expect(marked).toEqual([
      { when: 'On 2026-03-11', state: 'active', name: 'In force', why: 'Since 2026-03-10 10:00:00.' },
      { when: 'Now', state: 'revoked', name: 'Revoked', why: 'Since 2026-03-20 14:30:00, by email.' },
    ]);
  });

  test('before it was given, and on a day on which it changed', () => {
    const [before] = markStates(
      statementOf({ ...revoked, span: toTimeSpan('2020-01') }),
      evidenceTextOf('en', 'en-GB'),
    );
    const [changed] = markStates(statementOf({ ...revoked, span: toTimeSpan('2026-03-20') }), german);

    expect(before).toMatchObject({ when: 'In January 2020', state: 'none', name: 'Not yet given' });
    expect(changed).toMatchObject({ when: 'Am 20. März 2026', state: 'revoked', name: 'In Kraft, dann widerrufen' });
    expect(changed?.why).toMatch(/14:30/);
  });
});

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

test('a span that begins when the document was issued is another time than now', () => {
  const facts = factsOf({ validityDays: 365 });
  const asked = { from: facts.issuedAt, until: '2036-01-01T00:00:00.000Z' };
  const statement = toStatement({ ...facts, asked });

  expect(headStates(statement, english).at(-1)).toBe('Now: in force');
  expect(describeStates(statement, english).at(-1)?.says).toBe('Now: in force since 2026-03-10 10:00:00.');
});

test('what comes after the year 9999 is to come', () => {
  const statement = statementOf({ validityDays: 4_000_000 });

  expect(toTimeline(statement, english).map(({ isToCome }) => isToCome)).toEqual([false, false, true]);
  expect(
    describeState(
      toStatement({
        ...factsOf({ validityDays: 4_000_000 }),
        asked: { from: '+015000-01-01T00:00:00.000Z', until: '+015000-01-02T00:00:00.000Z' },
      }),
      english,
    ),
  ).toContain('it expires on +012977');
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

const times = {
  given: '2026-03-10T10:00:00.000Z',
  revoked: '2026-05-01T00:00:00.000Z',
  expires: '2027-03-10T10:00:00.000Z',
  superseded: '2026-04-01T00:00:00.000Z',
  erased: '2026-06-01T00:00:00.000Z',
  ends: '2026-04-01T00:00:00.000Z',
};

test('the earliest end is what ended a consent, and a later revocation and erasure are named too', () => {
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
  const { t } = newVoice(lang, 'Shop');
  const words = { head: (state: ConsentState) => t(`personPage.states.${state}`), next: t('personPage.next') };

  expect(headEnds('erased', endsBy(times, times.erased), words)).toBe(heading);
});

test.each(gaps)('%s is said in sentences, and so is what mends it', (gap) => {
  const { says, mend } = describeGap(gap, english);

  for (const text of [says, mend]) expect(text).toMatch(/^[A-Z].+\.$/);
});

test('tells the gaps of the statement, with the languages that there are', () => {
  const statement = { ...statementOf(), completeness: { gaps: ['language-without-text', 'page-unknown'] as const } };
  const claimed = { ...statement.claimed, lang: 'fra' as const };
  const told = describeGaps(
    { ...statement, claimed, completeness: { gaps: [...statement.completeness.gaps] } },
    english,
  );

  expect(told.map(({ gap }) => gap)).toEqual(['language-without-text', 'page-unknown']);
  expect(told[0]?.says).toMatch(/named\. It named fra \(Français\); the version has eng, ita\.$/);
  expect(told[1]?.says).toBe(describeGap('page-unknown', english).says);
});

test('a version that was not current need not have had another in its place: an import may come before all', () => {
  const { says } = describeGap('version-not-current', english);

  expect(says).toBe('This version of the notice was not the current one when the consent was given.');
});

test('shows what a language in a document of others hides', () => {
  const statement = statementOf();
  const notice = { ...statement.notice, content: null, languages: ['eng', 'x\u202ey'] };
  const gap = { ...statement, notice, completeness: { gaps: ['language-without-text' as const] } };

  for (const words of [english, evidenceTextOf('en')])
    expect(describeGaps(gap, words)[0]?.says).toMatch(/, x\\u\{202e\}y\.$/);
});

describe('what came by telephone, by letter or in person', () => {
  const said: Said = { channel: 'web', proof: { received_by: 'telephone' }, user: 'Anna Rossi' };

  test('what would make it stronger is for its keeper to do, and not for a site', () => {
    const told = describeGaps(statementOf(said), english);

    expect(told.map(({ gap }) => gap)).toContain('form-unknown');
    for (const { mend } of told) expect(mend).not.toMatch(/proof\[/);
  });

  const withdrawn: Said = {
    ...said,
    ...revoked,
    revocation: { channel: 'web', proof: { received_by: 'letter', reason: 'she wrote' } },
  };
  const imported: Said = {
    ...said,
    imported: { source: 'crm', line: 1, at: new Date('2026-03-11'), by: 'local:ada', withRevocation: undefined },
  };
  const given = (words: Said, language = english): string[] =>
    toTimeline(statementOf(words), language).map(({ says }) => says);

  test('is told so, with the user who noted it, of a consent and of its revocation', () => {
    expect(given(withdrawn)).toEqual(
      expect.arrayContaining([
        'The consent was given to version 1 of the notice by telephone, as noted by Anna Rossi (1).',
        'The consent was revoked by letter, as noted by Anna Rossi (1).',
      ]),
    );
    expect(describeState(statementOf(withdrawn), english)).toBe(
      'Not in force: revoked on 2026-03-20 14:30:00 by letter, as noted by Anna Rossi (1).',
    );
    expect(claimedFacts(statementOf(withdrawn), english)[0]).toEqual([
      'channel',
      'web (by telephone, as noted by Anna Rossi (1))',
    ]);
    expect(revocationFacts(statementOf(withdrawn), pageEnglish)).toEqual([
      ['channel', 'by letter, as noted by Anna Rossi (1)'],
    ]);
  });

  test.each([
    [german, 'Die Einwilligung zu Fassung 1 des Hinweises wurde laut Vermerk von Anna Rossi (1) telefonisch erteilt.'],
    [
      italian,
      'Il consenso alla versione 1 dell’informativa è stato dato per telefono, come ha annotato Anna Rossi (1).',
    ],
    [french, 'Le consentement à la version 1 de la notice a été donné par téléphone, comme l’a noté Anna Rossi (1).'],
    [spanish, 'El consentimiento a la versión 1 del aviso se dio por teléfono, según anotó Anna Rossi (1).'],
  ])('in every language', (words, sentence) => {
    expect(given(said, words)).toContain(sentence);
  });

  test('names a user who is gone by the number, and a file where nobody observed it', () => {
    expect(given({ channel: 'web', proof: { received_by: 'telephone' } }).join()).toContain(
      'by telephone, as noted by user 1.',
    );
    expect(given(imported).join()).toContain('by telephone, as the imported file says.');
  });

  test('shows what a name in a document of others hides', () => {
    expect(given({ ...said, user: 'Anna\nVALID\u202e' }).join()).toContain('noted by Anna\\u{a}VALID\\u{202e} (1).');
  });

  test.each([
    ['another value', { ...said, proof: { received_by: 'Telephone' } }, 'by web'],
    ['a value with a space', { ...said, proof: { received_by: 'letter ' } }, 'by web'],
    ['another member', { ...said, proof: { receivedBy: 'letter' } }, 'by web'],
    ['another channel', { ...said, channel: 'email' }, 'by email'],
  ] satisfies [string, Said, string][])('%s is proof alone', (_what, words, how) => {
    expect(given(words)).toContain(`The consent was given to version 1 of the notice ${how}.`);
  });

  test('is not denied where the proof that could tell it is erased', () => {
    const erased = { times: { erased: new Date('2026-05-01') } };

    expect(given({ ...said, ...erased }).join()).toContain('by web (or in another way: the proof is erased).');
    expect(given({ ...said, ...erased, channel: 'email' }).join()).toContain('of the notice by email.');
  });
});
