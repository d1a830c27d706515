import { expect, test } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import type { Facts } from '../../shared/evidence/schema.ts';
import { toStatement } from '../../shared/evidence/statement.ts';
import { hashCanonical, toCanonicalJson } from '../../shared/runtime/canonical.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import type { Verification } from '../../verifier/verification.ts';
import { checkNames } from '../../verifier/verification.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { doubtfulFacts, soundFacts } from '../evidence/sound-facts.ts';
import { documentKeyOf, encode, headerOf, join, n, publish, sealDocument, split } from '../support/make/statement.ts';
import { key, keys, now, say, sound } from './reader.ts';

const verify = (file: Uint8Array | string, known = keys) => verifyDocument(file, { keys: known, now });

/** What the first check of a name says. */
const saysOf = ({ checks }: Verification, name: string): string | undefined =>
  checks.filter((check) => check.name === name).map(say)[0];

/** Names of what fails, and of what the reader must judge. */
const failing = ({ checks }: Verification): string[] =>
  checks.filter(({ holds }) => holds === false).map(({ name }) => name);

/** None of these documents has a log, which each of them says. */
const asking = ({ checks }: Verification): string[] =>
  checks.filter(({ holds, name }) => holds === null && name !== 'log').map(({ name }) => name);

/** A document of which something was changed before it was signed with the register's key. */
const sealChanged = (change: (facts: Facts) => object, name = 'revoked'): string =>
  sealDocument({ ...sound(name), ...change(sound(name)) }, key);

test.each(Object.keys(soundFacts))('a document is valid: %s', async (name) => {
  const verification = await verify(sealDocument(sound(name), key));

  expect(failing(verification)).toEqual([]);
  expect(asking(verification)).toEqual([]);
  expect(verification).toMatchObject({ verdict: 'valid', signer: { kid: key.kid, source: 'keys.json' } });
  expect(verification.statement).toEqual(toStatement(sound(name)));
});

test('checks stand in the order of their names', async () => {
  const { checks } = await verify(sealDocument(sound(), key));
  const places = checks.map(({ name }) => checkNames.indexOf(name));

  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(new Set(places).size).toBe(checks.length);
});

test.each(Object.entries(doubtfulFacts))(
  'a register that tells of its own damage is not refused, and the document is doubtful: %s',
  async (_what, [name, make]) => {
    const verification = await verify(sealDocument(make(), key));

    expect(failing(verification)).toEqual([]);
    expect(asking(verification)).toEqual([name]);
    expect(verification).toMatchObject({ verdict: 'doubtful', doubts: [name] });
  },
);

test('bytes and text are verified alike', async () => {
  const document = sealDocument(sound('with strange characters'), key);

  expect(await verify(Buffer.from(document))).toEqual(await verify(document));
});

test.each([
  ['no key was given', undefined, 'you gave no key'],
  ['the keys are others', publish([documentKeyOf('other')]), 'is not from keys.json'],
  [
    'a key has the same name and is another',
    publish([{ ...documentKeyOf('other'), kid: key.kid }]),
    'is not from keys.json',
  ],
])('a document is consistent and never valid where %s', async (_name, known, says) => {
  const verification = await verifyDocument(sealDocument(sound(), key), { keys: known, now });

  expect(verification).toMatchObject({ verdict: 'consistent', signer: { source: null } });
  expect(saysOf(verification, 'signer')).toContain(says);
});

test('a document that somebody else signed again is consistent, and never valid', async () => {
  expect((await verify(sealDocument(sound(), documentKeyOf('thief')))).verdict).toBe('consistent');
  expect((await verify(sealDocument(sound(), documentKeyOf('thief'), headerOf(key)))).verdict).toBe('refused');
});

test.each([
  [{ usedFrom: '2026-06-01T01:00:00.125Z' }, 'valid', []],
  [{ usedFrom: '2026-06-01T01:00:00.126Z' }, 'refused', ['key-times']],
])('a key counts from its first use, with an hour of grace: %o', async (times, verdict, fails) => {
  const verification = await verify(sealDocument(sound(), key), publish([key], times));

  expect(failing(verification)).toEqual(fails);
  expect(verification.verdict).toBe(verdict);
});

test('a document of an unknown signer is consistent and never doubtful, and its doubts are listed', async () => {
  const sealed = sealDocument(doubtfulFacts['a text that is gone']?.[1](), key);

  expect(await verifyDocument(sealed, { now })).toMatchObject({ verdict: 'consistent', doubts: ['text'] });
});

test('a key without times of use is reported, and is no doubt of the document', async () => {
  const verification = await verify(sealDocument(sound(), key), publish([key], { usedFrom: null }));

  expect(verification).toMatchObject({ verdict: 'valid', doubts: [] });
  expect(asking(verification)).toEqual(['key-times']);
});

const document = sealDocument(sound(), key);

test.each<[string, string | Uint8Array, string[]]>([
  ['nothing', '', ['json']],
  ['a number', '1', ['document']],
  ['a list', '[]', ['document']],
  ['null', 'null', ['document']],
  ['a statement alone', toCanonicalJson(sound()), ['document']],
  ['a line end behind it', `${document}\n`, ['canonical']],
  ['a space before it', ` ${document}`, ['canonical']],
  ['a byte order mark', `\ufeff${document}`, ['json']],
  ['a member twice', document.replace('"lang":', '"lang":"ita","lang":'), ['canonical']],
  ['another order', document.replace(/("protected":"[^"]+"),("signature":"[^"]+")/, '$2,$1'), ['canonical']],
  ['an escape', document.replace('"https:', '"\\u0068ttps:'), ['canonical']],
  ['an escaped slash', document.replace('https:/', 'https:\\/'), ['canonical']],
  ['1.0', document.replace('"version":1,', '"version":1.0,'), ['canonical']],
  ['an exponent', document.replace('"version":1,', '"version":1e0,'), ['canonical']],
  ['a fraction', document.replace('"version":1,', '"version":1.5,'), ['canonical']],
  ['a number that is inexact', document.replace('"version":1,', '"version":9007199254740992,'), ['canonical']],
  ['half of a pair', document.replace('"https:', '"\\ud800https:'), ['canonical']],
  ['half of a pair, not escaped', document.replace('"https:', '"\ud800https:'), ['json']],
  ['no UTF-8', Buffer.from(document.replace('"https:', '"\u0080https:'), 'latin1'), ['json']],
  ['an end that is missing', document.slice(0, -1), ['json']],
  ['more than a document has', ' '.repeat(limits.resultBytes + 1), ['json']],
  ['more than anything has', '1'.repeat(2 * limits.resultBytes + 1), ['json']],
  ['many lists in each other', '['.repeat(3_000_000), ['json']],
  ['many objects in each other', '{"a":'.repeat(1_000_000), ['json']],
  ['another text', document.replace('https://shop', 'https://shap'), ['signature', 'contents']],
])('a file with %s is refused', async (_name, file, fails) => {
  const verification = await verify(file);

  expect(failing(verification)).toEqual(fails);
  expect(verification.verdict).toBe('refused');
});

test('the message about another form has its place', async () => {
  expect(saysOf(await verify(`${document}\n`), 'canonical')).toMatch(`At character ${document.length + 1} `);
  expect(saysOf(await verify(` ${document}`), 'canonical')).toMatch('At character 1 ');
});

test.each([
  ['of the document', (all: object) => ({ ...all, payload: '' }), 'document'],
  ['of the header beside it', (all: object) => ({ ...all, header: {} }), 'document'],
  ['of another name', (all: object) => ({ ...all, constructor: 1 }), 'document'],
])('a member more %s is refused', async (_name, change, fails) => {
  expect(failing(await verify(toCanonicalJson(change(JSON.parse(document)))))).toContain(fails);
});

const copyOf = (facts: Facts) => JSON.parse(JSON.stringify(facts));

const addTo = (path: readonly string[], name: string) => (facts: Facts) => {
  const copy = copyOf(facts);
  const place = path.reduce((value, member) => value[member], copy);
  Object.defineProperty(place, name, { value: 'x', enumerable: true });
  return copy;
};

test.each([
  [[], 'more'],
  [[], 'constructor'],
  [[], '__proto__'],
  [['names'], 'valueOf'],
  [['names', 'users', '0'], 'email'],
  [['consent', '0'], 'more'],
  [['consent', '0', 'observed'], 'toString'],
  [['consent', '1'], 'userDataHash'],
  [['contents'], 'more'],
  [['contents', 'proof'], '__proto__'],
  [['contents', 'userData'], 'constructor'],
  [['contents', 'notice'], 'more'],
  [['contents', 'notice', 'title'], 'xyz'],
  [['versions', '0'], 'currentUntil'],
  [['versions', '0', 'languages'], 'lastIndexOf'],
  [['asked'], 'more'],
])('a member more in %j, named %s, is refused, though it is signed', async (path, name) => {
  expect(failing(await verify(sealChanged(addTo(path, name))))).toEqual(
    path.at(-1) === 'languages' ? [] : ['document'],
  );
});

test.each([
  [['contents', 'proof'], []],
  [['contents', 'proof'], ['x']],
  [['contents', 'userData'], []],
  [['contents', 'userData'], [{ label: 'x', value: 'y' }]],
  [['contents', 'revokeProof'], []],
  [['contents', 'notice', 'title'], []],
])('a list in place of the object in %j, %j, is refused, though it is signed', async (path, list) => {
  const sealed = sealChanged((facts) => {
    const copy = copyOf(facts);
    const holder = path.slice(0, -1).reduce((value, member) => value[member], copy);
    holder[path.at(-1) ?? ''] = list;
    return copy;
  });

  expect(failing(await verify(sealed))).toEqual(['document']);
});

test.each(Object.keys(sound('plain')))('a statement without its member %s is refused', async (name) => {
  const { [name as keyof Facts]: _, ...rest } = sound('plain');
  const verification = await verify(sealDocument(rest, key));

  expect(failing(verification)).toEqual(['document']);
  expect(saysOf(verification, 'document')).toContain(`"${name}"`);
  expect(verification.statement).toBeUndefined();
});

const leaf =
  (i: 0 | 1, changes: object | ((leaf: Facts['consent'][0]) => object)) =>
  ({ consent }: Facts) => ({
    consent: consent.map((one, at) =>
      at === i ? { ...one, ...(typeof changes === 'function' ? changes(consent[0]) : changes) } : one,
    ),
  });

const version =
  (changes: object, i = 0) =>
  ({ versions }: Facts) => ({ versions: versions.map((one, at) => (at === i ? { ...one, ...changes } : one)) });

const content =
  (changes: object) =>
  ({ contents }: Facts) => ({ contents: { ...contents, ...changes } });

const withHash = (name: 'proof' | 'userData', value: object) => (facts: Facts) => ({
  ...content({ [name]: value })(facts),
  ...leaf(0, { [`${name}Hash`]: hashCanonical(value) })(facts),
});

const byTelephone = { url: 'https://shop.example/', received_by: 'telephone' };

const changes: [string, (facts: Facts) => object, string[], string?][] = [
  ['another proof', content({ proof: {} }), ['contents']],
  ['no proof', ({ contents: { proof: _, ...contents } }) => ({ contents }), ['contents']],
  ['other values of the person', content({ userData: { email: 'eve@example.com' } }), ['contents']],
  ['no values of the person', ({ contents: { userData: _, ...contents } }) => ({ contents }), ['contents']],
  ['another proof of the revocation', content({ revokeProof: { mail: 'x' } }), ['contents']],
  ['no proof of the revocation', ({ contents: { revokeProof: _, ...contents } }) => ({ contents }), ['contents']],
  ['a proof of no revocation', content({ revokeProof: {} }), ['contents'], 'plain'],
  ['erased values that are there', content({ userData: { email: 'x' } }), ['contents'], 'revoked, then erased'],
  ['an erased proof that is there', content({ proof: {} }), ['contents'], 'revoked, then erased'],
  ['a way that its proof does not say', leaf(0, { channel: 'web', receivedBy: 'letter' }), ['contents'], 'plain'],
  [
    'no way, though its proof says one',
    (facts) => ({
      ...withHash('proof', byTelephone)(facts),
      consent: [{ ...facts.consent[0], channel: 'web', proofHash: hashCanonical(byTelephone) }],
    }),
    ['contents'],
    'plain',
  ],
  ['a version of another account', version({ account: 'f'.repeat(32) }), ['versions']],
  ['a version of another notice', version({ pid: 2 }, 1), ['versions'], 'superseded'],
  ['another agreed version', version({ versionId: 'f'.repeat(32) }), ['versions']],
  ['an agreed version that stands twice', ({ versions }) => ({ versions: [...versions, ...versions] }), ['versions']],
  ['a revocation of another consent', leaf(1, { consent: 'f'.repeat(32) }), ['events']],
  ['a revocation of another account', leaf(1, { account: 'f'.repeat(32) }), ['events']],
  ['an import that is none', leaf(0, { event: 'consent.imported' }), ['events'], 'plain'],
  ['an import that says recorded', leaf(0, { event: 'consent.recorded' }), ['events'], 'imported'],
  ['a revocation that is said to be imported', leaf(1, { imported: true }), ['events']],
  ['a name of nobody who called', ({ names }) => ({ names: { ...names, users: [{ id: 2, name: 'x' }] } }), ['events']],
  ['no names of users', ({ names }) => ({ names: { ...names, users: [] } }), ['events']],
  ['a time of issue before it was given', () => ({ issuedAt: '2026-03-10T10:00:00.249Z' }), ['events']],
  ['a time of issue before it was imported', () => ({ issuedAt: '2026-04-02T11:59:59.999Z' }), ['events'], 'imported'],
  ['a time of issue before it was revoked', () => ({ issuedAt: '2026-03-31T00:00:00.000Z' }), ['events']],
  ['a day that is none', () => ({ issuedAt: '2026-02-30T10:00:00.249Z' }), ['document']],
  ['an hour that is none', leaf(0, { time: '2026-02-20T24:00:00.000Z' }), ['document']],
  ['a year of five digits', () => ({ issuedAt: '+012026-02-20T00:00:00.000Z' }), ['document']],
  ['an empty span', ({ asked }) => ({ asked: { ...asked, until: asked?.from } }), ['document']],
  ['another format', () => ({ format: 'consent-register-evidence/2' }), ['document']],
  ['no version', () => ({ versions: [] }), ['document']],
  ['no event', () => ({ consent: [] }), ['document']],
  ['a revocation alone', ({ consent }) => ({ consent: consent.slice(1) }), ['document']],
  ['two revocations', ({ consent }) => ({ consent: [...consent, consent[1]] }), ['document']],
  [
    'an erasure after the consent',
    ({ consent }) => ({ consent: [consent[0], ...sound('erased while in force').consent] }),
    ['document'],
  ],
];

test.each(changes)(
  'what does not agree with itself is refused, though a register signed it: %s',
  async (_name, change, fails, base) => {
    const verification = await verify(sealChanged(change, base));

    expect(failing(verification)).toEqual(fails);
    expect(verification.verdict).toBe('refused');
  },
);

test.each<[string, (facts: Facts) => object, string]>([
  ['versions in another order', ({ versions }) => ({ versions: versions.toReversed() }), 'versions'],
  ['a version that is no later', version({ time: '2026-03-01T00:00:00.000Z' }, 1), 'versions'],
  ['an earlier version that is missing', version({ version: 3 }, 1), 'versions'],
])('what only a damaged table tells is for the reader to judge: %s', async (_name, change, name) => {
  const verification = await verify(sealChanged(change, 'superseded'));

  expect([failing(verification), asking(verification)]).toEqual([[], [name]]);
});

test('nothing is shown of a document whose version cannot be found', async () => {
  const { statement } = await verify(sealChanged(version({ versionId: 'f'.repeat(32) })));

  expect(statement).toBeUndefined();
});

const withSignature = (make: (signature: Uint8Array) => string): string => {
  const all = JSON.parse(document);
  return toCanonicalJson({ ...all, signature: make(Buffer.from(all.signature, 'base64url')) });
};

test.each<[string, string, string]>([
  [
    'spare bits',
    withSignature(
      (bytes) => `${encode(bytes).slice(0, -1)}${'BRhx'[['A', 'Q', 'g', 'w'].indexOf(encode(bytes).slice(-1))]}`,
    ),
    'No valid key',
  ],
  ['padding', withSignature((bytes) => `${encode(bytes)}==`), 'No valid key'],
  ['other letters', withSignature((bytes) => Buffer.from(bytes).toString('base64')), 'No valid key'],
  ['DER', withSignature((bytes) => encode(Buffer.concat([Buffer.from('3044', 'hex'), bytes]))), 'No valid key'],
  ['zeros', withSignature(() => encode(Buffer.alloc(64))), 'No valid key'],
  ['r of the order', withSignature((bytes) => encode(join(n, split(bytes).s))), 'No valid key'],
])('a signature with %s is refused', async (_name, changed, says) => {
  const verification = await verify(changed);

  expect(verification.verdict).toBe('refused');
  expect(saysOf(verification, 'signature')).toContain(says);
});

test('either of the two signatures that fit is taken', async () => {
  const other = withSignature((bytes) => encode(join(split(bytes).r, n - split(bytes).s)));

  expect(other).not.toBe(document);
  expect(await verify(other)).toEqual(await verify(document));
});

const sealHeader = (header: object): string => sealDocument(sound(), key, { ...header });
const { jwk } = key;

test.each<[string, string]>([
  ['none', sealHeader({ alg: 'none' })],
  ['another way of signing', sealHeader({ ...headerOf(key), alg: 'HS256' })],
  ['another type', sealHeader({ ...headerOf(key), typ: 'at+jwt' })],
  ['a member more', sealHeader({ ...headerOf(key), crit: ['b64'], b64: false })],
  ['an inherited member more', sealHeader({ ...headerOf(key), valueOf: 1 })],
  ['a member less', sealHeader({ ...headerOf(key), typ: undefined })],
  ['a private key', sealHeader({ ...headerOf(key), jwk: { ...jwk, d: 'x' } })],
  ['another thumbprint', sealHeader({ ...headerOf(key), kid: documentKeyOf('other').kid })],
  ['another curve', sealHeader({ ...headerOf(key), jwk: { ...jwk, crv: 'P-384' } })],
  ['no point of the curve', sealHeader({ ...headerOf({ ...key, jwk: { ...jwk, y: jwk.x } }) })],
])('a protected header with %s is refused', async (_name, changed) => {
  expect(failing(await verify(changed))).toEqual(['header', 'signature']);
});

test('a protected header in another form is refused, though it is signed', async () => {
  const spaced = encode(JSON.stringify(headerOf(key), undefined, 1));
  const all = { ...JSON.parse(document), protected: spaced };

  expect(failing(await verify(toCanonicalJson(all)))).toEqual(['header', 'signature']);
});

test('a document is taken out of a page, whatever the page shows', async () => {
  const page = `<!doctype html>\n<title>x</title>\ud83d\ude00${putDocument(placeForDocument, document)}<p>It says otherwise.`;
  const verification = await verify(Buffer.from(page));

  expect(verification.verdict).toBe('valid');
  expect(verification.checks[0]).toMatchObject({ name: 'json', holds: true, saying: ['page-ok'] });
});

test.each([
  ['without a document', '<!doctype html><p>'],
  ['with two', `<html>${putDocument(placeForDocument, document)}${putDocument(placeForDocument, document)}`],
  ['with one that is cut off', `<html>${putDocument(placeForDocument, document).slice(0, 500)}`],
  ['with one in another form', `<html>${putDocument(placeForDocument, document).replace('>', '>\n')}`],
])('a page %s is refused', async (_name, page) => {
  expect(failing(await verify(page))).toEqual(['json']);
});

test('the state at another time follows from the times', async () => {
  const at = { start: new Date('2026-04-01'), end: new Date('2026-04-02') };
  const { stateAt } = await verifyDocument(document, { keys, at, now });
  const refused = await verifyDocument(`${document} `, { keys, at, now });

  expect(stateAt).toMatchObject({
    state: 'revoked',
    phases: [{ state: 'active' }, { state: 'revoked' }],
    isOpen: false,
  });
  expect(refused.stateAt).toBeUndefined();
});

test('a statement of a later time than now is for the reader to judge', async () => {
  const before = new Date('2026-05-31T23:54:00Z');

  expect(asking(await verifyDocument(document, { keys, now: before }))).toEqual(['events']);
});

test('no check says that it compared a text that is gone', async () => {
  const { checks } = await verify(sealDocument(doubtfulFacts['a text that is gone']?.[1](), key));

  expect(checks.filter(({ name }) => ['text', 'language'].includes(name)).map(({ saying }) => saying)).toEqual([
    ['text-gone'],
  ]);
});

test('a format that is not known is named, with what to do', async () => {
  expect(saysOf(await verify(sealChanged(() => ({ format: 'consent-register-evidence/4' }))), 'document')).toBe(
    'The statement has the format "consent-register-evidence/4", but this verifier knows only "consent-register-evidence/3". Use a newer verifier, such as the one of the register that signed it.',
  );
});

test('names of members that come from a file are shown harmlessly, and not for long', async () => {
  const sealed = sealChanged(addTo([], `\u202e\u001b[31m${'x'.repeat(1_000)}`));

  expect(saysOf(await verify(sealed), 'document')).toMatch(/^"\\u\{202e\}\\u\{1b\}\[31mx+…" /);
});

test('of the text of an imported consent it is said what is known, and not that it was agreed to', async () => {
  const saysOfText = async (...edits: ((facts: Facts) => object)[]) =>
    saysOf(
      await verify(sealChanged((facts) => Object.assign({}, ...edits.map((edit) => edit(facts))), 'imported')),
      'text',
    );
  const named = (noticeNamedBy: string | null) => leaf(0, { noticeNamedBy });
  const before = 'The version was published at 2026-03-01T00:00:00.000Z, before the consent was given';
  const after =
    'The version was published at 2026-04-01T00:00:00.000Z, after the consent was given at 2026-03-10T10:00:00.250Z: the person cannot have read this version. Only the import says that they agreed to the same text.';

  expect(await saysOfText(named(null))).toContain(`How the notice was named is not known. ${before}`);
  expect(await saysOfText(named('version'))).toContain('the site had named the version by its id.');
  expect(await saysOfText(named('pid'))).toContain('the site had named the notice by its number (PID)');
  expect(await saysOfText(version({ time: '2026-04-01T00:00:00.000Z' }))).toContain(after);
  expect(await saysOfText(named(null))).not.toContain('is the one that was agreed to');
});
