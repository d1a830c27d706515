import type { Facts } from '../../shared/evidence/schema.ts';
import { toBase64, writeNoteKey } from '../../shared/log/note.ts';
import { hashCanonical, toCanonicalJson } from '../../shared/runtime/canonical.ts';
import { toIdentifier } from '../../shared/runtime/identifier.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import type { CheckName, Verdict } from '../../verifier/verification.ts';
import { checkNames } from '../../verifier/verification.ts';
import { retime } from '../support/make/checkpoints.ts';
import { logFacts, makeLog, otherEntry } from '../support/make/made-log.ts';
import type { Said } from '../support/make/statement.ts';
import { documentKeyOf, encode, factsOf, headerOf, join, n, sealDocument, split } from '../support/make/statement.ts';

/** A document, what a reader gives, and what a verifier answers (verifier/vectors/README.md). */
export interface Vector {
  readonly about: string;
  readonly document: string;
  readonly keys: object | null;
  readonly checkpoints: readonly string[];
  readonly now: string;
  readonly verdict: Verdict | null;
  readonly fails: readonly CheckName[];
  readonly asks: readonly CheckName[];
}

const key = documentKeyOf('consent-register vectors');
const stranger = documentKeyOf('consent-register vectors, somebody else');
const logName = { name: 'example.org/consents', text: 'the log of the vectors' };

/** Facts of a consent that was given on 10 March 2026 at 10:00, issued on 1 June. */
const makeFacts = ({ times, ...said }: Said = {}): Facts => {
  const given = new Date('2026-03-10T10:00:00.000Z');
  const id = toIdentifier(given, Buffer.alloc(16, 0xcc));
  return factsOf({ id, proof: { url: 'https://shop.example/' }, times: { given, ...times }, ...said });
};

/** The document of facts, with its log; null without one. */
const seal = (facts: Facts, log: object | null = logFacts(facts, logName).document, by = key): string => {
  const sealed = sealDocument(facts, by);
  return log === null ? sealed : toCanonicalJson({ ...JSON.parse(sealed), log });
};

const plain = makeFacts();
const { document: log, log: tree, entries } = logFacts(plain, logName);
const size = entries.length;
const document = seal(plain);
const [given] = plain.consent;
const [version] = plain.versions;

const change = (change: object): Facts => ({ ...plain, ...change });
const changeGiven = (changed: object): Facts => change({ consent: [{ ...given, ...changed }] });
const changeContents = (changed: object): Facts => change({ contents: { ...plain.contents, ...changed } });
const changeDocument = (changed: object): string => toCanonicalJson({ ...JSON.parse(document), ...changed });
const changeLog = (changed: object): string => seal(plain, { ...log, ...changed });
const changeNote = (edit: (note: string) => string, stamps: readonly string[] = []): string =>
  changeLog({ checkpoints: [...log.checkpoints.slice(0, -1), { note: edit(tree.note(size)), stamps }] });

const published = { ...key.jwk, kid: key.kid, alg: 'ES256', use: 'sig', usedFrom: '2026-01-01T00:00:00.000Z' };
const keys = { keys: [published], logKeys: [writeNoteKey(tree.key)] };
const changeKey = (changed: object) => ({ ...keys, keys: [{ ...published, ...changed }] });

const on = (day: string): Date => new Date(`${day}T12:00:00.000Z`);
const [april, may] = [on('2026-04-01'), on('2026-05-01')];
const eve = { email: 'eve@example.com' };
const imported = { source: 'crm', line: 7, at: may, by: 'local:ada', withRevocation: true as const };
const called = makeFacts({ channel: 'web', proof: { received_by: 'telephone' } });
const byLink = { key: 'email', userId: 7, day: '2026-03-03' } as const;

const byMailbox = {
  userId: 7,
  askedAt: '2026-03-10T09:00:00.000Z',
  mailedAt: '2026-03-10T09:00:00.400Z',
  userActivated: true,
};

/** A consent that was revoked by a call of which something was observed. */
const revokedBy = (means: object): Facts => {
  const facts = makeFacts({ times: { revoked: april } });
  const [first, revoked] = facts.consent;
  const { userId: _userId, sessionId: _sessionId, ...seen } = Object(revoked?.observed);
  return { ...facts, consent: [first, { ...revoked, observed: { ...seen, ...means } }] } as Facts;
};

/** The consent, given by a call of which something else was observed. */
const changeMeans = (means: object): Facts => {
  const { userId: _userId, sessionId: _sessionId, ...seen } = Object(given.observed);
  return changeGiven({ observed: { ...seen, ...means } });
};
const characters = '\u0001\b\t\n\f\r"\\/\u007f\u00e9\u2028\ud83d\ude00';
const forgedHash = { ...given, userDataHash: hashCanonical(eve) };
const otherVersion = { ...version, versionId: '2'.repeat(32), version: 3, time: april.toISOString() };

const element = putDocument(placeForDocument, document);
const page = `<!doctype html>\n${element}`;

/** The other one of the two that fit. */
const otherSignature = (): string => {
  const { r, s } = split(Buffer.from(JSON.parse(document).signature, 'base64url'));
  return encode(join(r, n - s));
};

/** Without the leaf of the consent. */
const lacking = { ...log, leaves: log.leaves.filter(({ event }) => event === 'notice.published') };

/** The leaf of the consent came into the log at a time. */
const loggedAt = (time: string) =>
  logFacts(plain, {
    ...logName,
    logged: ({ event }, happened) => (event === 'notice.published' ? happened : Date.parse(time)),
  });
const backdated = loggedAt('2026-05-20T00:00:00.000Z');
const logAt = (time: string): string => seal(plain, loggedAt(time).document);

/** A larger tree, and one of another past. */
const others = Array.from({ length: 20 }, (_, i) => otherEntry(500 + i));
const grown = makeLog([...entries, ...others], logName);
const rewritten = makeLog([otherEntry(99), ...entries.slice(1), ...others], logName);
const inApril = (larger: typeof grown): string => larger.note(size + others.length, april.toISOString());

/** With paths to such a tree too. */
const leadTo = (larger: typeof grown, notes: readonly string[] = []): string =>
  changeLog({
    checkpoints: [...log.checkpoints, ...notes.map((note) => ({ note, stamps: [] }))],
    leaves: [1, 2].flatMap((round) =>
      log.leaves.map((leaf) =>
        round === 1
          ? leaf
          : { ...leaf, path: larger.path(leaf.index, size + others.length), size: size + others.length },
      ),
    ),
  });

const otherLog = makeLog(entries, { ...logName, name: 'example.org/other' });
const otherKey = makeLog(entries, { ...logName, text: 'started again' });
const mail = (note: string): string =>
  `${JSON.stringify({ detail: { note } })}\r\n--\r\nTo stop these emails, visit:\r\n`;
const witness = `\u2014 witness.example/w1 ${toBase64(new Uint8Array(76))}\n`;

/** What is not as usual: the keys of the register, no checkpoint, December; and the check after which the vector is named. */
type Unusual = Partial<Pick<Vector, 'keys' | 'checkpoints' | 'now' | 'fails' | 'asks'>>;
type Drafts = Readonly<Record<string, readonly [about: string, document: string, unusual?: Unusual]>>;

const valid: Drafts = {
  valid: ['A consent in force, with its log.', document],
  'valid-page': ['The same in a page.', page],
  'valid-other-signature': ['The other signature that fits.', changeDocument({ signature: otherSignature() })],
  'valid-characters': ['Those that JSON escapes, and others.', seal(makeFacts({ proof: { text: characters } }))],
  'valid-asked': ['A span after the year 9999.', seal(makeFacts({ span: { start: april, end: new Date(2 ** 48) } }))],
  'valid-revoked': ['A revoked consent.', seal(makeFacts({ times: { revoked: april } }))],
  'valid-erased': [
    'A consent that was revoked, then erased.',
    seal(makeFacts({ times: { revoked: april, erased: may } })),
  ],
  'valid-by-keys': [
    'A consent given with one key and revoked with another.',
    seal(
      makeFacts({ keys: [{ id: '1'.repeat(16), note: 'shop' }, { id: '2'.repeat(16) }], times: { revoked: april } }),
    ),
  ],
  'valid-by-link': [
    'A consent given with one key and revoked through a link that user 7 asked for with another.',
    seal(
      makeFacts({
        keys: [{ id: '1'.repeat(16), note: 'shop' }, { id: '2'.repeat(16) }],
        link: { ...byLink, keyId: '2'.repeat(16) },
        times: { revoked: april },
      }),
    ),
  ],
  'valid-by-mailbox': [
    'A consent that its mailbox confirmed, after a mail that user 7 asked for with a key.',
    seal(makeFacts({ mailbox: { ...byMailbox, keyId: '1'.repeat(16) }, keys: [{ id: '1'.repeat(16), note: 'shop' }] })),
  ],
  'valid-imported': ['Imported with its revocation.', seal(makeFacts({ imported, times: { revoked: april } }))],
  'valid-received-by': [
    'A consent by telephone.',
    seal({ ...called, consent: [{ ...called.consent[0], receivedBy: 'telephone' }] } as Facts),
  ],
  'valid-bare-key': ['A JWK without times and logs.', document, { keys: key.jwk, asks: ['key-times'] }],
  'valid-key-late': [
    'The key began to sign exactly an hour after the document.',
    document,
    { keys: changeKey({ usedFrom: '2026-06-01T01:00:00.000Z' }) },
  ],
  'valid-no-log': ['There is no log.', seal(plain, null), { asks: ['log'] }],
  'valid-young': [
    'Issued an hour after a consent that the log lacks.',
    seal(change({ issuedAt: '2026-03-10T11:00:00.000Z' }), lacking),
    { asks: ['log'] },
  ],
  'valid-lines': ['A line of a witness, and a time stamp.', changeNote((note) => note + witness, ['AQID'])],
  'valid-kept': [
    'The reader kept an email with a later checkpoint, to which the document leads.',
    leadTo(grown),
    { checkpoints: [mail(inApril(grown))] },
  ],
};

const consistent: Drafts = {
  'signer-no-keys': ['The reader has no key file.', document, { keys: null }],
  'signer-unknown': ['Somebody else signed.', seal(plain, log, stranger)],
};

const refused: Drafts = {
  json: ['A file that was cut off.', document.slice(0, -1)],
  'json-two-in-a-page': ['A page with two documents.', page + element],
  canonical: ['A line end after the document.', `${document}\n`],
  'canonical-none': ['A fraction, of which there is no canonical JSON.', document.replace('Days":0', 'Days":0.5')],
  document: ['A member too many beside the statement.', changeDocument({ more: 1 })],
  'document-format': ['Another format.', seal(change({ format: 'consent-register-evidence/4' }), log)],
  'document-time': ['The 30 February.', seal(change({ issuedAt: '2026-02-30T00:00:00.000Z' }), log)],
  'document-two-means': [
    'A call by a session and by a key.',
    seal(changeGiven({ observed: { ...given.observed, keyId: '1'.repeat(16) } })),
  ],
  'document-link-day': ['A link of the 30 February.', seal(revokedBy({ link: { ...byLink, day: '2026-02-30' } }))],
  'document-link-and-user': ['A call through a link and by a user.', seal(revokedBy({ link: byLink, userId: 1 }))],
  'document-mailbox-time': [
    'A mail that was asked for on the 30 February.',
    seal(changeMeans({ mailbox: { ...byMailbox, askedAt: '2026-02-30T00:00:00.000Z' } })),
  ],
  'document-mailbox-and-link': [
    'A call from a mailbox and through a link.',
    seal(changeMeans({ mailbox: byMailbox, link: byLink })),
  ],
  header: [
    'The thumbprint of another key. No signature can hold then.',
    toCanonicalJson({ log, ...JSON.parse(sealDocument(plain, key, { ...headerOf(key), kid: stranger.kid })) }),
    { fails: ['header', 'signature'] },
  ],
  signature: [
    'The signature of another key.',
    changeDocument({ signature: JSON.parse(sealDocument(plain, stranger, headerOf(key))).signature }),
  ],
  contents: ['Contents changed and signed again, without their leaf.', seal(changeContents({ userData: eve }))],
  versions: ['Versions of two notices.', seal(change({ versions: [version, { ...otherVersion, pid: 2 }] }))],
  events: ['Issued before it was given.', seal(change({ issuedAt: '2026-03-10T09:59:59.999Z' }))],
  'events-keys': [
    'A key that no call names.',
    seal(change({ names: { ...plain.names, keys: [{ id: '1'.repeat(16), note: null }] } })),
  ],
  'events-link': [
    'Nobody is named who asked for the link.',
    seal({ ...revokedBy({ link: byLink }), names: { ...plain.names, users: [{ id: 1, name: null }] } }),
  ],
  'events-mailbox': [
    'Nobody is named who asked for the mail.',
    seal({ ...changeMeans({ mailbox: byMailbox }), names: { ...plain.names, users: [{ id: 1, name: null }] } }),
  ],
  'key-times': [
    'The key began to sign more than an hour after the document.',
    document,
    { keys: changeKey({ usedFrom: '2026-06-01T01:00:00.001Z' }) },
  ],
  log: [
    'Contents changed and signed again with their leaf.',
    seal({ ...changeContents({ userData: eve }), consent: [forgedHash] } as Facts, log),
    { asks: ['log-missing'] },
  ],
  'log-two-salts': [
    'A leaf with two salts.',
    changeLog({ leaves: [...log.leaves, { ...log.leaves[0], salt: '', size: 99 }] }),
  ],
  'log-two-histories': ['Two checkpoints of different pasts.', leadTo(rewritten, [inApril(rewritten)])],
  'log-checkpoint': ['A time that the log did not sign.', changeNote(retime), { asks: ['log-missing'] }],
  'log-kept-rewritten': [
    'The reader kept another root of the same size.',
    document,
    { checkpoints: [rewritten.note(size)], asks: ['log-kept'] },
  ],
  'log-kept-other-key': ['Kept: the same name with another key.', document, { checkpoints: [otherKey.note(size)] }],
};

const doubtful: Drafts = {
  'text-gone': ['The text is gone.', seal(changeContents({ notice: null }))],
  'text-terms': ['The text has other terms.', seal(change({ versions: [{ ...version, validityDays: 30 }] }))],
  language: ['No text in the language of the consent.', seal(changeGiven({ lang: 'deu' }))],
  'versions-gap': ['The version 2 is missing.', seal(change({ versions: [version, otherVersion] }))],
  'events-id': ['The id is of another time.', seal(changeGiven({ consent: 'c'.repeat(32) }))],
  'events-later': ['Issued 5 minutes after now.', document, { now: '2026-05-31T23:54:59.999Z' }],
  'log-missing': ['The log lacks the consent.', seal(plain, lacking)],
  'log-checkpoint-future': ['A checkpoint of the year 2099.', logAt('2099-01-01T00:00:00.000Z')],
  'log-key': [
    'The key file names another log.',
    document,
    { keys: { ...keys, logKeys: [writeNoteKey(otherLog.key)] } },
  ],
  'log-late': ['The log had the consent a second too late.', logAt('2026-03-10T11:00:01.000Z')],
  'log-kept-no-log': [
    'The reader kept a checkpoint, and there is no log.',
    seal(plain, null),
    { checkpoints: [tree.note(size)], asks: ['log', 'log-kept'] },
  ],
  'log-kept-no-path': ['No path to what was kept.', document, { checkpoints: [inApril(grown)] }],
  'log-kept-before': ['Kept: older.', document, { checkpoints: [tree.note(4, '2026-03-01T00:15:00.000Z')] }],
  'log-kept-afterwards': [
    'What was kept in April does not have the consent of March.',
    seal(plain, backdated.document),
    { checkpoints: [backdated.log.note(4, april.toISOString())], asks: ['log-late', 'log-kept'] },
  ],
};

const none: Drafts = {
  'none-key-file': ['A key file with the thumbprint of another.', document, { keys: changeKey({ kid: stranger.kid }) }],
};

/** The check after which a vector is named. */
const checkIn = (name: string): readonly CheckName[] =>
  checkNames.filter((check) => name === check || name.startsWith(`${check}-`)).slice(-1);

const complete = (verdict: Vector['verdict'], drafts: Drafts) =>
  Object.entries(drafts).map(([name, [about, file, unusual]]): [string, Vector] => {
    const fails = verdict === 'refused' ? checkIn(name) : [];
    const asks = verdict === 'refused' ? [] : checkIn(name);
    const usual = { now: '2026-12-01T00:00:00.000Z', keys, checkpoints: [], verdict, fails, asks };
    return [name, { about, ...usual, ...unusual, document: file }];
  });

/** More cases of a check that a vector covers. They are judged as vectors are, but not published. */
const more: ReadonlySet<string> = new Set([
  'canonical-none',
  'document-link-and-user',
  'document-link-day',
  'document-mailbox-and-link',
  'document-mailbox-time',
  'document-two-means',
  'events-keys',
  'events-link',
  'events-mailbox',
  'json-two-in-a-page',
  'log-kept-before',
  'log-kept-no-log',
  'log-kept-other-key',
  'log-two-salts',
  'text-terms',
  'valid-asked',
  'valid-bare-key',
  'valid-by-keys',
  'valid-key-late',
  'valid-lines',
  'valid-received-by',
  'valid-young',
]);

type Vectors = Readonly<Record<string, Vector>>;

/** All cases by their names, with their fixed keys. */
export const makeCases = (): Vectors =>
  Object.fromEntries([
    ...complete('valid', valid),
    ...complete('consistent', consistent),
    ...complete('refused', refused),
    ...complete('doubtful', doubtful),
    ...complete(null, none),
  ]);

/** The cases that verifier/vectors has. */
export const makeVectors = (): Vectors =>
  Object.fromEntries(Object.entries(makeCases()).filter(([name]) => !more.has(name)));
