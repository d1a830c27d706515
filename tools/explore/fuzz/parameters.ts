import fc from 'fast-check';
import { erasureReasons, extents } from '../../../shared/consents/erasure/stored-request.ts';
import { dueReasons } from '../../../shared/consents/reports/due-reasons.ts';
import { consentStates } from '../../../shared/consents/state.ts';
import type { OperationName } from '../../../shared/contract.ts';

/** In values that are sent; never to be seen in a problem. */
export const canary = 'c4n4ry-7f3a';

/** Names that mean something to JavaScript, to the parsers or to the interface. */
export const naughtyNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
  'then',
  'toJSON',
  'key',
  'value',
  'label',
  '0',
  '-1',
  '1e3',
  '[]',
  '[0]',
  '[',
  ']',
  '][',
  '',
  ' ',
  '\0',
  '\uD800',
  'ключ',
  '名前',
  'a'.repeat(129),
  'PK',
  'SK',
  'expiresAt',
  '$where',
  ':now',
  '#keys',
];

/** Texts that break what handles them carelessly. */
export const naughtyTexts: readonly string[] = [
  '\u0315\u0300'.repeat(500),
  '\ufdfa'.repeat(1_024),
  '',
  ' ',
  '\0',
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '00',
  '9007199254740993',
  '-1',
  '1.5',
  'true',
  '[object Object]',
  '\uD800',
  '\uDC00\uD800',
  '\uFEFF',
  '\uFFFE\uFFFF',
  '\u202E\u0000\u200B',
  'Ｔｅｓｔ ﷺ ß ı İ ς',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '#{7*7}{{7*7}}',
  '%00%ff%zz',
  '../../../../etc/passwd',
  '$(touch x)`id`',
  '\r\nSet-Cookie: a=b',
  '{"__proto__":{"polluted":true}}',
  '__proto__[polluted]=1',
  '--boundary--',
  'a\u0301'.repeat(200),
  'x'.repeat(1024),
  'x'.repeat(1025),
  '𝒳'.repeat(1024),
  '0'.repeat(32),
  'f'.repeat(32),
  'F'.repeat(32),
  '1.00000000000000000000000000000000.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'web.form',
  'ita',
  'eyJhbGciOiJub25lIn0.e30.',
];

/** Parameters as they are meant, before any encoding. */
export type Meant = { readonly [name: string]: unknown };

/** What requests can name that is really there. */
export interface Known {
  readonly projectUid: string;
  readonly pids: readonly number[];
  readonly versionIds: readonly string[];
  readonly consentIds: readonly string[];
}

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.constantFrom(...naughtyTexts) },
  { weight: 2, arbitrary: fc.nat(999).map((n) => `${canary} ${n}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const plainName = fc.constantFrom(
  'email',
  'first_name',
  'phone',
  'mobile_phone',
  'tax_code',
  'customer',
  'ключ',
  'a b',
  '0',
  '1',
);

/** Names that come near to parameters. */
const nearName = fc.constantFrom(
  'Lang',
  'userdata',
  'per_page',
  'pids',
  'ID',
  'projectUID',
  'pro0f',
  'consentInformation',
);

/** The spellings of whole numbers, good ones and others. */
const spellNumber = (number: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc
    .tuple(number, fc.constantFrom('', '', '', '.0', '.00', '.5', 'e0', '.0e0', ' ', '.'))
    .map(([value, end]) => (end === '' ? value : `${value}${end}`));

const name = fc.oneof({ weight: 9, arbitrary: plainName }, { weight: 1, arbitrary: fc.constantFrom(...naughtyNames) });

const fewTexts = fc.dictionary(name, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true });

const userData = fc.dictionary(
  name,
  fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.record({ label: text, value: text }) }),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
);

const lang = fc.constantFrom('ita', 'eng', 'deu', 'ukr');
const channel = fc.constantFrom('web', 'web.form', 'email', 'app.form');

/** Days, months and times, and what comes near to one. */
const moment = fc.constantFrom('2026-11', '2026-11-22', '2026-11-22T14:30', '2099-01', '2026-13', '2026-11-31', 'now');

/** Mostly days that have come. */
const pastDay = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('2026-10-30', '2026-11-22') }, moment);

const oneOrMore = <Value>(values: readonly Value[]) =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }));

/** Parameters of an operation of which most are good: where all are, it does its work. */
const meantFor = (operation: OperationName, known: Known): fc.Arbitrary<Meant> => {
  const consentId = fc.constantFrom(...known.consentIds, 'f'.repeat(32));
  const project = fc.constantFrom(known.projectUid, known.projectUid, known.projectUid, 'unknown');
  const reference = fc.oneof(
    oneOrMore(known.pids).map((consentInformationPid) => ({ consentInformationPid })),
    spellNumber(fc.constantFrom(...known.pids)).map((consentInformationPid) => ({ consentInformationPid })),
    oneOrMore(known.versionIds).map((consentInformationVersionId) => ({ consentInformationVersionId })),
  );
  const meant: Readonly<Record<OperationName, fc.Arbitrary<Meant>>> = {
    login: fc.record({ email: text, password: text }),
    details: fc.dictionary(name, text, { maxKeys: 2, noNullPrototype: true }),
    refreshToken: fc.record({ refresh_token: text }),
    changePassword: fc.record({ currentPassword: text, newPassword: text }),
    logout: fc.constant({}),
    addConsent: fc
      .record(
        { projectUid: project, reference, lang, channel, proof: fewTexts, userData },
        { requiredKeys: ['projectUid', 'reference', 'proof', 'userData'] },
      )
      .map(({ reference: notice, ...rest }) => ({ ...rest, ...notice })),
    searchConsents: fc.record(
      {
        id: consentId,
        projectUid: project,
        consentInformationPid: fc.constantFrom(...known.pids),
        lang,
        channel,
        first: fc.boolean(),
        page: spellNumber(fc.nat(3)),
        perPage: spellNumber(fc.nat(51)),
        userData,
      },
      { requiredKeys: ['userData'] },
    ),
    revokeConsent: fc.record({ id: consentId, channel, proof: fewTexts }, { requiredKeys: ['id', 'proof'] }),
    getNotices: fc.record({ pid: oneOrMore([...known.pids, 999_999]) }),
    getEvidence: fc.record({ id: consentId, at: moment }, { requiredKeys: ['id'] }),
    checkPeople: fc.record({
      pid: spellNumber(fc.constantFrom(...known.pids, 999_999)),
      people: fc.array(userData, { maxLength: 5 }),
    }),
    listConsents: fc.record(
      {
        from: moment,
        until: moment,
        state: fc.constantFrom(...consentStates),
        projectUid: project,
        consentInformationPid: fc.constantFrom(...known.pids),
        lang,
        channel,
        userData,
        after: consentId,
        perPage: spellNumber(fc.nat(51)),
      },
      { requiredKeys: [] },
    ),
    listDueConsents: fc.record(
      {
        days: spellNumber(fc.nat(100)),
        reason: fc.constantFrom(...dueReasons),
        projectUid: project,
        consentInformationPid: fc.constantFrom(...known.pids),
        after: consentId,
        perPage: spellNumber(fc.nat(51)),
      },
      { requiredKeys: [] },
    ),
    listNotices: fc.record({ pid: spellNumber(fc.constantFrom(...known.pids, 999_999)) }, { requiredKeys: [] }),
    getNoticeVersion: fc.record({ id: fc.constantFrom(...known.versionIds, 'f'.repeat(32)) }),
    listProjects: fc.record({ after: project }, { requiredKeys: [] }),
    getOverview: fc.record(
      { projectUid: project, months: spellNumber(fc.integer({ min: 0, max: 26 })) },
      { requiredKeys: [] },
    ),
    requestErasure: fc.oneof(
      fc.record(
        {
          ids: oneOrMore(known.consentIds),
          extent: fc.constantFrom(...extents),
          reason: fc.constantFrom(...erasureReasons),
          reference: fc.constantFrom('DSR-1', '2026/114', 'a b', '#1'),
          receivedOn: pastDay,
        },
        { requiredKeys: ['ids', 'reason', 'receivedOn'] },
      ),
      fc.record({ withdraw: consentId }),
    ),
    listErasureRequests: fc.record({ after: consentId, perPage: spellNumber(fc.nat(51)) }, { requiredKeys: [] }),
  };
  return meant[operation];
};

const deep = (levels: number): unknown => {
  let value: unknown = canary;
  for (let i = 0; i < levels; i += 1) value = i % 2 ? [value] : { a: value };
  return value;
};

/** Values that stand where others are meant. */
const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, [], {}, [[]], [{}], { '': '' }, ['', null]),
  fc.integer(),
  fc.double(),
  fc.array(text, { maxLength: 5 }),
  fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true }),
  fc.nat(12).map(deep),
  fc.constantFrom(101, 1001).map((length) => Array.from({ length }, (_, i) => String(i))),
  fc.constantFrom(51, 200).map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, canary]))),
  fc.constantFrom(5_000, 50_000).map((length) => 'x'.repeat(length)),
);

/** The parameters with one of them, chosen by number, replaced, left out, or joined by another. */
const spoil = (meant: Meant, spot: number, how: 'replace' | 'omit' | 'join', value: unknown, other: string): Meant => {
  const entries = Object.entries(meant);
  const at = entries.length === 0 ? 0 : spot % entries.length;
  const [[chosen, old] = ['', undefined]] = entries.slice(at, at + 1);
  if (how === 'omit') return Object.fromEntries(entries.filter((_, i) => i !== at));
  if (how === 'join') return Object.fromEntries([...entries, [other, value]]);
  const isMap = typeof old === 'object' && old !== null && !Array.isArray(old);
  const goesDeeper = isMap && spot % 2 === 0;
  const replaced = goesDeeper ? spoil({ ...old }, spot >> 1, 'replace', value, other) : value;
  return Object.fromEntries(entries.map((entry, i) => (i === at ? [chosen, replaced] : entry)));
};

/** Parameters of an operation, half of them with one thing wrong. */
export const spoiltFor = (operation: OperationName, known: Known): fc.Arbitrary<Meant> =>
  fc.oneof(
    meantFor(operation, known),
    fc
      .tuple(
        meantFor(operation, known),
        fc.nat(20),
        fc.constantFrom('replace', 'omit', 'join'),
        wrongValue,
        fc.oneof(name, nearName),
      )
      .map(([meant, spot, how, value, other]) => spoil(meant, spot, how as 'replace', value, other)),
  );
