import { expect, test } from 'vitest';
import { toCanonicalJson } from '../../shared/canonical.ts';
import { partNames } from '../../shared/evidence/statement-format.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { limits } from '../../shared/limits.ts';
import { placeForDocument, putDocument } from '../../verifier/embedded-document.ts';
import type { Verification } from '../../verifier/verification.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { doubtfulStatements, soundStatements } from '../evidence/sound-statements.ts';
import { documentKeyOf, encode, headerOf, join, n, publish, sealDocument, split } from '../support/make/statement.ts';
import { key, keys, now, say, sound } from './reader.ts';

const verify = (file: Uint8Array | string, known = keys) => verifyDocument(file, { keys: known, now });

/** What the first check of a name says. */
const saysOf = ({ checks }: Verification, name: string): string | undefined =>
  checks.filter((check) => check.name === name).map(say)[0];

/** Names and parts of what fails, and of what the reader must judge. */
const failing = ({ checks }: Verification): string[] =>
  checks.filter(({ holds }) => holds === false).map(({ name, part }) => `${name} ${part}`);

/** None of these documents has a log, which each of them says. */
const asking = ({ checks }: Verification): string[] =>
  checks.filter(({ holds, name }) => holds === null && name !== 'log').map(({ name }) => name);

/** A document whose statement was changed and signed again with its own key, hashes included: only what parts say can tell. */
const sealChanged = async (change: (statement: Statement) => object, name = 'revoked'): Promise<string> => {
  const changed = { ...sound(name), ...change(sound(name)) };
  const hashes = await Promise.all(
    partNames.map(async (part) => {
      const digest = await crypto.subtle.digest('SHA-256', Buffer.from(toCanonicalJson(changed[part])));
      return [part, Buffer.from(digest).toString('hex')];
    }),
  );
  return sealDocument({ ...changed, hashes: Object.fromEntries(hashes) }, key);
};

test.each(Object.keys(soundStatements))('a document is valid: %s', async (name) => {
  const verification = await verify(sealDocument(sound(name), key));

  expect(failing(verification)).toEqual([]);
  expect(asking(verification)).toEqual([]);
  expect(verification).toMatchObject({ verdict: 'valid', signer: { kid: key.kid, whence: 'keys.json' } });
  expect(verification.statement).toEqual(sound(name));
});

test.each(Object.keys(doubtfulStatements))(
  'a register that tells of its own damage is not refused, and the document is doubtful: %s',
  async (name) => {
    const verification = await verify(sealDocument(doubtfulStatements[name]?.(), key));

    expect(failing(verification)).toEqual([]);
    expect(asking(verification)).toEqual([name]);
    expect(verification).toMatchObject({ verdict: 'doubtful', doubts: [name] });
  },
);

test('a revocation of which a register tells no observation is for the reader to judge', async () => {
  const verification = await verify(
    await sealChanged(({ revocation }) => ({ revocation: { ...revocation, observed: null } })),
  );

  expect([failing(verification), asking(verification)]).toEqual([[], ['observation']]);
});

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

  expect(verification).toMatchObject({ verdict: 'consistent', signer: { whence: null } });
  expect(saysOf(verification, 'signer')).toContain(says);
});

test('a document that somebody else signed again is consistent, and never valid', async () => {
  expect((await verify(sealDocument(sound(), documentKeyOf('thief')))).verdict).toBe('consistent');
  expect((await verify(sealDocument(sound(), documentKeyOf('thief'), headerOf(key)))).verdict).toBe('refused');
});

test.each([
  [{ usedFrom: '2026-06-01T01:00:00.125Z' }, 'valid', []],
  [{ usedFrom: '2026-06-01T01:00:00.126Z' }, 'refused', ['key-times key']],
])('a key counts from its first use, with an hour of grace: %o', async (times, verdict, fails) => {
  const verification = await verify(sealDocument(sound(), key), publish([key], times));

  expect(failing(verification)).toEqual(fails);
  expect(verification.verdict).toBe(verdict);
});

test('a document is consistent and never doubtful where the signer is not known, and its doubts are told', async () => {
  const sealed = sealDocument(doubtfulStatements['notice-text']?.(), key);

  expect(await verifyDocument(sealed, { now })).toMatchObject({ verdict: 'consistent', doubts: ['notice-text'] });
});

test('a key without times of use is told, and is no doubt of the document', async () => {
  const verification = await verify(sealDocument(sound(), key), publish([key], { usedFrom: null }));

  expect(verification).toMatchObject({ verdict: 'valid', doubts: [] });
  expect(asking(verification)).toEqual(['key-times']);
});

const document = sealDocument(sound(), key);
const statementText = toCanonicalJson(sound());

test.each<[string, string | Uint8Array, string[]]>([
  ['nothing', '', ['json file']],
  ['a number', '1', ['document file']],
  ['a list', '[]', ['document file']],
  ['null', 'null', ['document file']],
  ['a statement alone', statementText, ['document file']],
  ['a line end behind it', `${document}\n`, ['canonical file']],
  ['a space before it', ` ${document}`, ['canonical file']],
  ['a byte order mark', `\ufeff${document}`, ['json file']],
  ['a member twice', document.replace('"lang":', '"lang":"ita","lang":'), ['canonical claimed']],
  ['another order', document.replace(/("protected":"[^"]+"),("signature":"[^"]+")/, '$2,$1'), ['canonical signature']],
  ['an escape', document.replace('"https:', '"\\u0068ttps:'), ['canonical claimed']],
  ['an escaped slash', document.replace('https:/', 'https:\\/'), ['canonical claimed']],
  ['1.0', document.replace('"version":1,', '"version":1.0,'), ['canonical notice']],
  ['an exponent', document.replace('"version":1,', '"version":1e0,'), ['canonical notice']],
  ['half of a pair', document.replace('"https:', '"\\ud800https:'), ['canonical file']],
  ['half of a pair, not escaped', document.replace('"https:', '"\ud800https:'), ['json file']],
  ['no UTF-8', Buffer.from(document.replace('"https:', '"\u0080https:'), 'latin1'), ['json claimed']],
  ['an end that is missing', document.slice(0, -1), ['json file']],
  ['more than a document has', ' '.repeat(limits.resultBytes + 1), ['json file']],
  ['more than anything has', '1'.repeat(2 * limits.resultBytes + 1), ['json file']],
  ['many lists in each other', '['.repeat(3_000_000), ['json file']],
  ['many objects in each other', '{"a":'.repeat(1_000_000), ['json file']],
])('a file with %s is refused', async (_name, file, fails) => {
  const verification = await verify(file);

  expect(failing(verification)).toEqual(fails);
  expect(verification.verdict).toBe('refused');
});

test.each([
  ['of the document', (all: object) => ({ ...all, payload: '' }), 'document file'],
  ['of the header beside it', (all: object) => ({ ...all, header: {} }), 'document file'],
  ['of another name', (all: object) => ({ ...all, constructor: 1 }), 'document file'],
])('a member more %s is refused', async (_name, change, fails) => {
  expect(failing(await verify(toCanonicalJson(change(JSON.parse(document)))))).toContain(fails);
});

const addTo = (path: readonly string[], name: string) => (statement: Statement) => {
  const copy = JSON.parse(JSON.stringify(statement));
  const place = path.reduce((value, member) => value[member], copy);
  Object.defineProperty(place, name, { value: 'x', enumerable: true });
  return copy;
};

test.each([
  [[], 'more', 'statement'],
  [[], 'constructor', 'statement'],
  [[], '__proto__', 'statement'],
  [['hashes'], 'more', 'hashes'],
  [['hashes'], 'toString', 'hashes'],
  [['record', 'channelData'], 'more', 'record'],
  [['record', 'channelData'], 'valueOf', 'record'],
  [['observed', 'user'], 'email', 'observed'],
  [['claimed', 'proof'], '__proto__', 'claimed'],
  [['claimed', 'userData'], 'constructor', 'claimed'],
  [['notice', 'content'], 'more', 'notice'],
  [['notice', 'content', 'title'], 'xyz', 'notice'],
  [['notice', 'history', '0'], 'more', 'notice'],
  [['state', 'phases', '0'], 'more', 'state'],
  [['times'], 'lastIndexOf', 'times'],
])('a member more in %j, named %s, is refused, though it is signed', async (path, name, part) => {
  const change = addTo(path, name);
  const sealed = part === 'hashes' ? sealDocument(change(sound()), key) : await sealChanged(change);

  expect(failing(await verify(sealed))).toContain(`members ${part}`);
});

test.each([
  [['claimed', 'proof'], []],
  [['claimed', 'proof'], ['x']],
  [['claimed', 'userData'], []],
  [['claimed', 'userData'], [{ label: 'x', value: 'y' }]],
  [['revocation', 'claimed', 'proof'], []],
  [['record', 'channelData'], []],
  [['record', 'revokeChannelData'], []],
  [['notice', 'content', 'title'], []],
])('a list in place of the object in %j, %j, is refused, though it is signed', async (path, list) => {
  const sealed = await sealChanged((statement) => {
    const copy = JSON.parse(JSON.stringify(statement));
    const holder = path.slice(0, -1).reduce((value, member) => value[member], copy);
    holder[path.at(-1) ?? ''] = list;
    return copy;
  });

  expect(failing(await verify(sealed))).toContain(`members ${path[0]}`);
});

test.each(partNames)('a statement without its part %s is refused', async (part) => {
  const { [part]: _, ...rest } = sound();

  expect(failing(await verify(sealDocument(rest, key)))).toEqual([`members ${part}`]);
});

const changes: [string, (statement: Statement) => object, string[], string?][] = [
  ['record of another consent', ({ record }) => ({ record: { ...record, id: 'f'.repeat(32) } }), ['record record']],
  ['record in another language', ({ record }) => ({ record: { ...record, lang: 'ita' } }), ['record record']],
  ['record of another channel', ({ record }) => ({ record: { ...record, channel: 'web' } }), ['record record']],
  ['record of another project', ({ record }) => ({ record: { ...record, projectUid: 'x' } }), ['record record']],
  ['another project', ({ project }) => ({ project: { ...project, id: 'f'.repeat(32) } }), ['record record']],
  [
    'another version',
    ({ record }) => ({ record: { ...record, consentInformationVersionId: 'f'.repeat(32) } }),
    ['record record'],
  ],
  ['claimed project', ({ claimed }) => ({ claimed: { ...claimed, projectUid: 'x' } }), ['record record']],
  ['another id', () => ({ id: 'f'.repeat(32) }), ['record record']],
  ['record earlier', ({ record }) => ({ record: { ...record, time: '2026-03-10 09:59:59' } }), ['record-times record']],
  [
    'record not revoked',
    ({ record }) => ({ record: { ...record, revoked: false, revokeTime: null, revokeChannelData: null } }),
    ['record-times record'],
  ],
  [
    'record revoked elsewhere',
    ({ record }) => ({ record: { ...record, revokeChannel: 'web' } }),
    ['record-times record'],
  ],
  [
    'record without data of the revocation',
    ({ record }) => ({ record: { ...record, revokeChannelData: null } }),
    ['record-times record'],
  ],
  ['revocation left out', () => ({ revocation: null }), ['record-times record', 'revocation revocation']],
  ['erasure made up', () => ({ erasure: { time: '2026-05-01T00:00:00.000Z' } }), ['erasure claimed', 'times times']],
  ['erasure left out', () => ({ erasure: null }), ['times times'], 'revoked, then erased'],
  [
    'erased data there',
    ({ claimed }) => ({ claimed: { ...claimed, userData: { email: 'x' } } }),
    ['erasure claimed'],
    'revoked, then erased',
  ],
  [
    'observed at another time',
    ({ observed }) => ({ observed: { ...observed, time: '2026-03-10T10:00:00.251Z' } }),
    ['observed-times observed'],
  ],
  [
    'revocation observed at another time',
    ({ revocation }) => ({
      revocation: { ...revocation, observed: { ...revocation?.observed, time: '2026-04-01T12:00:00.001Z' } },
    }),
    ['observed-times observed'],
  ],
  ['imported and observed', () => ({ imported: sound('imported').imported }), ['origin imported']],
  [
    'both saw the revocation',
    ({ imported }) => ({ imported, revocation: sound().revocation }),
    ['origin imported'],
    'imported with its revocation',
  ],
  [
    'another text',
    ({ notice }) => ({
      notice: { ...notice, content: { ...notice.content, descriptionHtml: { eng: '<p>x</p>', ita: '<p>Testo</p>' } } },
    }),
    ['notice-hash notice'],
  ],
  ['a text that is gone', ({ notice }) => ({ notice: { ...notice, content: null } }), ['notice-hash notice']],
  [
    'hashes that are said to differ',
    ({ notice }) => ({ notice: { ...notice, hash: { ...notice.hash, agree: false } } }),
    ['notice-hash notice'],
  ],
  [
    'hashes that are said to agree',
    ({ notice }) => ({ notice: { ...notice, hash: { ...notice.hash, storedWithConsent: 'a'.repeat(64) } } }),
    ['notice-hash notice'],
  ],
  ['no history', ({ notice }) => ({ notice: { ...notice, history: [] } }), ['notice-history notice']],
  ['published by another', ({ notice }) => ({ notice: { ...notice, publishedBy: 'x' } }), ['notice-history notice']],
  [
    'a history with twice the same',
    ({ notice }) => ({ notice: { ...notice, history: [...notice.history, ...notice.history] } }),
    ['notice-history notice'],
  ],
  [
    'a history in another order',
    ({ notice }) => ({ notice: { ...notice, history: [...notice.history].reverse() } }),
    ['notice-history notice'],
    'superseded',
  ],
  [
    'not the current version',
    ({ notice }) => ({ notice: { ...notice, wasCurrent: false } }),
    ['notice-history notice'],
  ],
  [
    'nobody asks again',
    ({ notice }) => ({ notice: { ...notice, askedAgainBy: null } }),
    ['notice-history notice', 'times times'],
    'superseded',
  ],
  [
    'another validity',
    ({ notice }) => ({ notice: { ...notice, validityDays: 31 } }),
    ['notice-history notice', 'times times'],
    'expired',
  ],
  [
    'a hash of the version that its history does not have',
    ({ notice }) => ({
      notice: { ...notice, history: notice.history.map((one) => ({ ...one, contentHash: 'f'.repeat(64) })) },
    }),
    ['notice-history notice'],
  ],
  ['no end', ({ times }) => ({ times: { ...times, ends: null } }), ['times times']],
  ['another end', ({ times }) => ({ times: { ...times, expires: '2026-05-01T00:00:00.000Z' } }), ['times times']],
  ['another state', ({ state }) => ({ state: { ...state, state: 'active' } }), ['state state']],
  [
    'a state that is not open',
    ({ state }) => ({ state: { ...state, isOpen: false } }),
    ['state state'],
    'asked about what is to come',
  ],
  ['an empty time', ({ state }) => ({ state: { ...state, until: state.from } }), ['state state']],
  ['phases that are others', ({ state }) => ({ state: { ...state, phases: state.phases.slice(1) } }), ['state state']],
  ['another state now', ({ stateNow }) => ({ stateNow: { ...stateNow, state: 'active' } }), ['state-now stateNow']],
  ['a later state now', ({ state }) => ({ stateNow: state }), ['state-now stateNow']],
  [
    'issued before',
    () => ({ issuedAt: '2026-03-10T10:00:00.249Z' }),
    ['state state', 'state-now stateNow', 'issued times'],
  ],
  ['no such day', () => ({ issuedAt: '2026-02-30T10:00:00.249Z' }), ['members statement']],
  ['no such hour', ({ times }) => ({ times: { ...times, given: '2026-02-20T24:00:00.000Z' } }), ['members times']],
  ['another format', () => ({ format: 'consent-register-evidence/3' }), ['members statement']],
  [
    'a number that is inexact',
    ({ observed }) => ({ observed: { ...observed, user: { id: 2 ** 53, name: null } } }),
    ['members observed'],
  ],
  [
    'a time that is too far',
    ({ times, notice }) => ({ times, notice: { ...notice, validityDays: -9e15 } }),
    ['notice-history notice', 'times times'],
  ],
];

test.each(changes)(
  'parts that do not agree are refused, though a register signed them: %s',
  async (_name, change, fails, base) => {
    const verification = await verify(await sealChanged(change, base));

    expect(failing(verification)).toEqual(fails);
    expect(verification.verdict).toBe('refused');
  },
);

test('the part that was changed is named', async () => {
  const verification = await verify(document.replace('https://shop.example/', 'https://shop.example.org/'));

  expect(failing(verification)).toEqual(['signature signature', 'hash claimed']);
  expect(asking(verification)).toEqual([]);
});

test('where the signature alone fails, it says so', async () => {
  const { signature, ...rest } = JSON.parse(document);
  const other = JSON.parse(sealDocument(sound('plain'), key)).signature;
  const verification = await verify(toCanonicalJson({ ...rest, signature: other }));

  expect(signature).not.toBe(other);
  expect(failing(verification)).toEqual(['signature signature']);
  expect(asking(verification)).toEqual(['only-signature']);
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
    'not 64 bytes',
  ],
  ['padding', withSignature((bytes) => `${encode(bytes)}==`), 'not 64 bytes'],
  ['other letters', withSignature((bytes) => Buffer.from(bytes).toString('base64')), 'not 64 bytes'],
  ['DER', withSignature((bytes) => encode(Buffer.concat([Buffer.from('3044', 'hex'), bytes]))), 'not 64 bytes'],
  ['zeros', withSignature(() => encode(Buffer.alloc(64))), 'did not make this signature'],
  ['r of the order', withSignature((bytes) => encode(join(n, split(bytes).s))), 'did not make this signature'],
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
  expect(failing(await verify(changed))).toEqual(['header header', 'signature signature']);
});

test('a protected header in another form is refused, though it is signed', async () => {
  const spaced = encode(JSON.stringify(headerOf(key), undefined, 1));
  const all = { ...JSON.parse(document), protected: spaced };

  expect(failing(await verify(toCanonicalJson(all)))).toEqual(['header header', 'signature signature']);
});

test('a document is taken out of a page, whatever the page shows', async () => {
  const page = `<!doctype html>\n<title>x</title>\ud83d\ude00${putDocument(placeForDocument, document)}<p>It says otherwise.`;
  const verification = await verify(Buffer.from(page));

  expect(verification.verdict).toBe('valid');
  expect(verification.checks[0]).toMatchObject({ name: 'page', holds: true });
});

test.each([
  ['without a document', '<!doctype html><p>'],
  ['with two', `<html>${putDocument(placeForDocument, document)}${putDocument(placeForDocument, document)}`],
  ['with one that is cut off', `<html>${putDocument(placeForDocument, document).slice(0, 500)}`],
  ['with one in another form', `<html>${putDocument(placeForDocument, document).replace('>', '>\n')}`],
])('a page %s is refused', async (_name, page) => {
  expect(failing(await verify(page))).toEqual(['json file']);
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

  expect(asking(await verifyDocument(document, { keys, now: before }))).toEqual(['issued-before-now']);
});

test('no check says that it compared a text that is gone', async () => {
  const verification = await verify(sealDocument(doubtfulStatements['notice-text']?.(), key));
  const saysOfIt = (name: string) => saysOf(verification, name);

  expect(saysOfIt('notice-hash')).toBe('The document has no text, and states no hash computed from it.');
  expect([saysOfIt('notice-language'), saysOfIt('notice-terms')]).toEqual(
    Array(2).fill('Not compared, because the register no longer has the text.'),
  );
});

test('a format that is not known is named, with what to do', async () => {
  const saysOfFormat = async (format: string) => saysOf(await verify(await sealChanged(() => ({ format }))), 'members');

  expect(await saysOfFormat('consent-register-evidence/3')).toBe(
    'The statement has the format "consent-register-evidence/3", but this verifier knows only "consent-register-evidence/2". Use a newer verifier, such as the one of the register that signed it.',
  );
});

test('names of members that come from a file are shown harmlessly, and not for long', async () => {
  const sealed = await sealChanged(addTo([], `\u202e\u001b[31m${'x'.repeat(1_000)}`));

  expect(saysOf(await verify(sealed), 'members')).toMatch(
    /^"\\u\{202e\}\\u\{1b\}\[31mx+…" is a member that the format does not have\.$/,
  );
});

test('of the text of an imported consent it is said what is known, and not that it was agreed to', async () => {
  const saysOfText = async (change: (of: Statement) => object) =>
    saysOf(await verify(await sealChanged(change, 'imported')), 'notice-text');
  const named = (noticeNamedBy: string | null) => (of: Statement) => ({ claimed: { ...of.claimed, noticeNamedBy } });
  const published = ({ notice }: Statement) => {
    const publishedAt = '2026-04-01T00:00:00.000Z';
    const history = notice.history.map((one) => ({ ...one, publishedAt }));
    return { notice: { ...notice, publishedAt, history, wasCurrent: false } };
  };
  const before = 'The version was published at 2026-03-01T00:00:00.000Z, before the consent was given';
  const after =
    'The version was published at 2026-04-01T00:00:00.000Z, after the consent was given at 2026-03-10T10:00:00.250Z: the person cannot have read this version.';

  expect(await saysOfText(named(null))).toContain(`How the notice was named is not known. ${before}`);
  expect(await saysOfText(named('version'))).toContain('the site had named the version by its id.');
  expect(await saysOfText(named('pid'))).toContain('the site had named the notice by its number (PID)');
  expect(await saysOfText(published)).toContain(after);
  expect(await saysOfText(named(null))).not.toContain('is the one that was agreed to');
});
