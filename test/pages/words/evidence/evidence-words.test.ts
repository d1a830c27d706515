import { describe, expect, test } from 'vitest';
import { sayCheck, technicalChecks } from '../../../../pages/words/checks/eng.ts';
import { german } from '../../../../pages/words/evidence/deu.ts';
import type { EvidenceWords } from '../../../../pages/words/evidence/eng.ts';
import { english, newProseEnglish } from '../../../../pages/words/evidence/eng.ts';
import { french } from '../../../../pages/words/evidence/fra.ts';
import { italian } from '../../../../pages/words/evidence/ita.ts';
import { spanish } from '../../../../pages/words/evidence/spa.ts';
import { personWords } from '../../../../pages/words/person/languages.ts';
import type { Arrival } from '../../../../shared/consents/arrival.ts';
import { receivedWays } from '../../../../shared/consents/arrival.ts';
import { consentStates } from '../../../../shared/consents/state.ts';
import { channels } from '../../../../shared/schema/vocabulary.ts';
import type { Message } from '../../../../verifier/verification.ts';
import { sampleSayings, sampleSince } from './sayings.ts';

const time = '2026-03-21T14:30:05.000Z';
const day = { from: '2026-03-21T00:00:00.000Z', precision: 'day' } as const;

const arrived = (channel: Arrival['channel'], rest: Partial<Arrival> = {}): Arrival => ({
  channel,
  receivedBy: null,
  notedBy: null,
  ...rest,
});

const arrivals: readonly (readonly [Arrival])[] = [
  ...channels.map((channel) => [arrived(channel)] as const),
  ...receivedWays.map((receivedBy) => [arrived('web', { receivedBy })] as const),
  [arrived('web', { receivedBy: 'telephone', notedBy: { id: 17, name: '§name' } })],
  [arrived('web', { receivedBy: 'letter', notedBy: { id: 17, name: null } })],
  [arrived('web', { receivedBy: 'fax', notedBy: 'import' })],
  [arrived('web', { receivedBy: 'erased' })],
];

/** What is given to sentences in which something stands, by their place in the words. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'writing.time': [[time]],
  'writing.moment': [[time]],
  'writing.span': [[day], [{ ...day, precision: 'month' }], [{ from: time, precision: 'minute' }]],
  'writing.days': [[1], [365]],
  'writing.number': [[365]],
  'writing.language': [['ita']],
  'writing.languages': [[['ita', 'xx']]],
  'writing.how': arrivals,
  'writing.channel': arrivals,
  'writing.operator': [['§by']],
  'state.causes.none': [[time]],
  'state.causes.active': [[time], [null]],
  'state.causes.revoked': [
    [time, arrived('web.form')],
    [null, arrived('email')],
    [time, null],
  ],
  'state.causes.expired': [
    [time, { days: 365, isToCome: false }],
    [time, { days: 365, isToCome: true }],
    [null, { days: 1, isToCome: false }],
  ],
  'state.causes.superseded': [
    [time, 17],
    [null, 17],
    [time, null],
  ],
  'state.causes.erased': [[time], [null]],
  'state.afterwards': [['§ending', '§later']],
  'state.headAt': [
    [day, '§head'],
    [{ ...day, precision: 'month' }, '§head'],
  ],
  'state.headNow': [['§head']],
  'state.now': [
    [{ given: time, cause: null, isBeside: false }],
    [{ given: time, cause: '§cause', isBeside: false }],
    [{ given: time, cause: '§cause', isBeside: true }],
  ],
  'state.at': (['held', 'ended', 'none'] as const).flatMap((standing) =>
    [true, false].map((isOpen) => [{ span: day, standing, cause: '§cause', isOpen }]),
  ),
  'state.during': [[{ span: day, phases: ['§one', '§two'], isOpen: true }]],
  'state.firstPhase': [
    ['held', '§cause'],
    ['none', null],
  ],
  'state.laterPhase': [
    ['ended', { time, isClock: false }, '§cause'],
    ['held', { time, isClock: true }, null],
  ],
  'state.expires': [[time, 365]],
  'timeline.published': [[17]],
  'timeline.publishedAskingAgain': [[17]],
  'timeline.publishedAskingNobody': [[17]],
  'timeline.given': [[17, arrived('web.form')]],
  'timeline.expires': [[17, 365]],
  'timeline.revoked': [[arrived('email')], [null]],
  'timeline.asked': [[day]],
  'timeline.toCome': [['§says']],
  'facts.notice': ['§title', null].map((title) => [{ title, name: '§name', version: 17, pid: 23 }]),
  'facts.erasedOn': [[time]],
  'facts.time': [[time]],
  'facts.givenInFile': [[time]],
  'facts.importedBy': [[time, '§by']],
  'notice.version': [[17, '§id']],
  'notice.published': [[{ at: time, by: '§by', until: null }], [{ at: time, by: '§by', until: day.from }]],
  'notice.missing': [['§lang', '§has']],
  'terms.validity': [[365]],
  'terms.retention': [[365]],
  'terms.article': [
    [{ number: '17', paragraph: '19', letter: 'x' }],
    [{ number: '17', paragraph: undefined, letter: undefined }],
  ],
  'terms.consentType': [['ImpliedConsent'], ['ExpressedConsent'], ['ExplicitlyExpressedConsent'], ['§other']],
  'gaps.languages': [['§named', '§has']],
  'markup.looks': [['§name']],
  'markup.source': [['§name']],
  'markup.leftOut': [['§list'], ['']],
  'parts.erasedOn': [[time]],
  'texts.folded': [['§name', 365]],
  'history.agreedTo': [[17]],
  'question.remark': [[time]],
  'checks.count': [[{ held: 1, failed: 0, open: 0, notes: 0 }], [{ held: 17, failed: 1, open: 23, notes: 19 }]],
  'checks.since.kept': sampleSince('kept').map((since) => [since]),
  'checks.since.register': sampleSince('register').map((since) => [since]),
  'checks.since.document': sampleSince('document').map((since) => [since]),
};

/** What languages have beside what every language has, for their own sentences. */
const own = /^writing\.(clock|channels|onSpan|consentType|noticeNumber)/;

/** All that words say, by place; of a sentence in which something stands, with each of what is given. */
const sayAll = (words: unknown, place = ''): (readonly [place: string, says: string])[] => {
  if (typeof words === 'string') return [[place, words]];
  if (typeof words === 'function') {
    const samples = given[place] ?? expect.unreachable(`${place} has no sample`);
    return samples.flatMap((args, i) => sayAll(Reflect.apply(words, undefined, args), `${place}#${i}`));
  }
  return Object.entries(words ?? {})
    .map(([name, more]) => [more, place === '' ? name : `${place}.${name}`] as const)
    .filter(([, at]) => !own.test(at))
    .flatMap(([more, at]) => sayAll(more, at));
};

const others = { italian, german, french, spanish } as const;
const inEnglish = new Map(sayAll(english));

/** Clocks and hyphens apart: what was given is found as it was given. */
const marksIn = (text: string): string[] =>
  [...text.matchAll(/§\w+|\b(?:17|19|23|365)\b/g)].map(([mark]) => mark).sort();

/** What is the same as in English on purpose: names, codes, and words that the languages share. */
const alike = [
  /^writing\.(number|languages|tag)/,
  /^notice\.names\.hash$/,
  /^terms\.consentType#3$/,
  /^facts\.names\.account$/,
  /^notice\.version#0$/,
];
const alikeIn: Readonly<Record<keyof typeof others, readonly string[]>> = {
  italian: ['terms.no', 'texts.in'],
  german: [],
  french: [
    'facts.names.notice',
    'facts.names.session',
    'facts.notice#0',
    'facts.notice#1',
    'notice.names.version',
    'history.columns.version',
    'checks.names.signature',
    'checks.names.document',
  ],
  spanish: ['terms.no'],
};

describe.each(Object.entries(others) as [keyof typeof others, EvidenceWords][])('in %s', (name, words) => {
  const said = sayAll(words);

  test('everything is said that is said in English', () => {
    expect(said.map(([place]) => place)).toEqual([...inEnglish.keys()]);
    expect(said.filter(([, says]) => says.trim() === '')).toEqual([]);
  });

  test('nothing is left in English', () => {
    const same = said
      .filter(([place, says]) => inEnglish.get(place) === says && !alike.some((pattern) => pattern.test(place)))
      .map(([place]) => place);

    expect(same.filter((place) => !alikeIn[name].includes(place))).toEqual([]);
  });

  test('what is given stands in each sentence, as it does in English', () => {
    for (const [place, says] of said) {
      expect([place, marksIn(says)]).toEqual([place, marksIn(inEnglish.get(place) ?? '')]);
    }
  });

  test('times are written in UTC, as the language writes them', () => {
    const written = words.writing.time(time);

    expect(written).toMatch(/^21\b.*\b2026\b.*\b14:30:05$/);
    for (const [place, says] of said) {
      const original = inEnglish.get(place) ?? '';
      if (original.includes('2026-03-21 14:30:05'))
        expect([place, says]).toEqual([place, expect.stringContaining(written)]);
      else if (original.includes('14:30:05'))
        expect([place, says]).toEqual([place, expect.stringContaining('14:30:05')]);
    }
  });

  test('sentences end as sentences do, and have no space twice', () => {
    for (const [place, says] of said) {
      const original = inEnglish.get(place) ?? says;
      expect([place, /[.:]$/.exec(says)?.[0]]).toEqual([place, /[.:]$/.exec(original)?.[0]]);
      expect([place, says]).not.toEqual([place, expect.stringMatching(/ {2}|undefined|\bnull\b|NaN|\[object/)]);
    }
  });
});

const technical = sampleSayings(Object.keys(technicalChecks));

test('each check says a sentence, with every name that it is given', () => {
  for (const saying of technical) {
    const says = sayCheck(saying);

    expect(says).toMatch(/^\S.*\.$/);
    expect(says).not.toMatch(/ {2}|undefined|\bnull\b|NaN|\[object/);
    for (const name of JSON.stringify(saying).match(/§\w+/g) ?? []) expect(says).toContain(name);
  }
});

test('one leaf is not written in the plural', () => {
  const ofOne = (facts: unknown): unknown =>
    JSON.parse(JSON.stringify(facts), (name, value) => (['size', 'smaller'].includes(name) ? 1 : value));
  const said = technical.map(([code, facts]) => sayCheck([code, ofOne(facts)] as unknown as Message));

  expect(said.filter((says) => /\b1 leaf\b/.test(says)).length).toBeGreaterThan(10);
  expect(said.filter((says) => /\b1 leaves/.test(says))).toEqual([]);
});

test('English pages say as much as the command line, with times as readers write them and channels in words', () => {
  const said = sayAll(newProseEnglish('en-GB'));
  const codes = /\b20\d\d-\d\d|\b(by|channel:) (web|web\.form|app\.form)\b|\(web/;

  expect(said.map(([place]) => place)).toEqual([...inEnglish.keys()]);
  expect(said.filter(([place, says]) => codes.test(says) && !place.startsWith('question.'))).toEqual([]);
  expect(newProseEnglish('en-GB').state.now({ given: time, cause: null, isBeside: false })).toBe(
    'In force since 21 March 2026 at 14:30:05.',
  );
  expect(newProseEnglish('en-US').timeline.asked({ ...day, precision: 'month' })).toContain('March 2026');
});

describe('a person and those who answer for her data read the same terms', () => {
  const pages = { italian: 'ita', german: 'deu', french: 'fra', spanish: 'spa' } as const;

  test.each(Object.entries(pages) as [keyof typeof pages, (typeof pages)[keyof typeof pages]][])(
    'in %s',
    (name, lang) => {
      const page = personWords[lang];
      const words = others[name];

      for (const state of consentStates)
        expect(page.states[state].toLowerCase()).toContain(words.state.heads[state].toLowerCase());
      for (const channel of channels) expect(words.writing.channel(arrived(channel))).toBe(page.channels[channel]);
      for (const way of receivedWays) expect(words.writing.received[way]).toBe(page.received[way]);
      expect(words.markup.asWritten).toBe(page.asWritten);
      expect(words.markup.tooLong).toBe(page.tooLong);
    },
  );
});

describe('grammar of dates', () => {
  const on = (words: EvidenceWords, from: string, precision: 'day' | 'month' = 'day'): string =>
    words.state.at({ span: { from, precision }, standing: 'held', cause: '§', isOpen: false });
  const rows = [
    [italian, '2026-03-08', 'day', 'In vigore l’8 marzo 2026: §.'],
    [italian, '2026-03-11', 'day', 'In vigore l’11 marzo 2026: §.'],
    [italian, '2026-03-18', 'day', 'In vigore il 18 marzo 2026: §.'],
    [italian, '2026-03-01', 'month', 'In vigore nel mese di marzo 2026: §.'],
    [german, '2026-03-01', 'day', 'In Kraft am 1. März 2026: §.'],
    [german, '2026-03-01', 'month', 'In Kraft im März 2026: §.'],
    [french, '2026-03-01', 'day', 'En vigueur le 1er mars 2026 : §.'],
    [french, '2026-03-11', 'day', 'En vigueur le 11 mars 2026 : §.'],
    [french, '2026-03-01', 'month', 'En vigueur en mars 2026 : §.'],
    [spanish, '2026-03-01', 'day', 'En vigor el 1 de marzo de 2026: §.'],
    [spanish, '2026-03-01', 'month', 'En vigor en marzo de 2026: §.'],
  ] as const;

  test.each(rows)('%#', (words, from, precision, says) => {
    expect(on(words, `${from}T00:00:00.000Z`, precision)).toBe(says);
  });
});
