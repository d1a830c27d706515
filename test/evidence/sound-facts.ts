import { toFacts } from '../../shared/evidence/facts.ts';
import type { Holdings } from '../../shared/evidence/holdings.ts';
import type { Facts } from '../../shared/evidence/schema.ts';
import { toIdentifier } from '../../shared/runtime/identifier.ts';
import type { CheckName } from '../../verifier/verification.ts';
import type { Said } from '../support/make/statement.ts';
import { holdingsOf } from '../support/make/statement.ts';

const given = new Date('2026-03-10T10:00:00.250Z');
const id = toIdentifier(given, Buffer.alloc(16, 0xcc));
const issued = new Date('2026-06-01T00:00:00.125Z');

const hold = ({ times, ...said }: Said = {}, changes: Partial<Holdings['consent']> = {}): Holdings => {
  const holdings = holdingsOf({ id, proof: { url: 'https://shop.example/' }, times: { given, ...times }, ...said });
  return { ...holdings, consent: { ...holdings.consent, ...changes } };
};

const on = (day: string): Date => new Date(`${day}T12:00:00Z`);

const confirmedBy = {
  userId: 7,
  askedAt: '2026-03-09T23:00:00.000Z',
  mailedAt: '2026-03-09T23:00:00.400Z',
  userActivated: true,
};

const imported = { source: 'crm', line: 7, at: on('2026-04-02'), by: 'local:ada' };
const asked = { start: new Date('2026-03-10'), end: new Date('2026-04-12') };

const strange = {
  'a"b\\c/\n\t\b\f\r\u0001\u007f': '\u2028\u2029\u202e\u200f\ufeff\u0000',
  '\u{1f600}': '<script>alert(1)</script></textarea>',
  '\ufb33': '€ ö \u0323\u0307',
  '9': '10',
  '10': '9',
  hasOwnProperty: 'toString',
  '': ' ',
};

/** The facts that a register signs, of all that a consent may come through, by a name for tests. */
export const soundFacts: Readonly<Record<string, () => Facts>> = {
  plain: () => toFacts(hold(), issued),
  revoked: () => toFacts(hold({ times: { revoked: on('2026-04-01') } }), issued, asked),
  'given and revoked with keys': () =>
    toFacts(
      hold({
        keys: [{ id: '1'.repeat(16), note: 'shop' }, { id: '2'.repeat(16) }],
        times: { revoked: on('2026-04-01') },
      }),
      issued,
    ),
  'revoked through a link': () =>
    toFacts(
      hold({ link: { key: 'mobile_phone', userId: 7, day: '2026-03-03' }, times: { revoked: on('2026-04-01') } }),
      issued,
    ),
  'confirmed by its mailbox, then revoked with a key': () =>
    toFacts(
      hold({
        mailbox: { ...confirmedBy, sessionId: '5'.repeat(32) },
        keys: [{ id: '1'.repeat(16) }],
        times: { revoked: on('2026-04-01') },
      }),
      issued,
    ),
  'confirmed by a mailbox that nobody knows to have been mailed': () =>
    toFacts(hold({ mailbox: { ...confirmedBy, keyId: '1'.repeat(16), mailedAt: null, userActivated: false } }), issued),
  expired: () => toFacts(hold({ validityDays: 30 }), issued, asked),
  superseded: () => toFacts(hold({ askedAgain: on('2026-04-01'), validityDays: 90 }), issued, asked),
  'superseded before it was given': () => toFacts(hold({ askedAgain: on('2026-03-02') }), issued),
  'asked about before it was given': () => toFacts(hold(), issued, { start: on('2026-01-01'), end: on('2026-01-02') }),
  'asked about what is to come': () =>
    toFacts(hold({ validityDays: 400 }), issued, { start: on('2027-04-10'), end: on('2027-05-01') }),
  'revoked, then erased': () =>
    toFacts(hold({ times: { revoked: on('2026-04-01'), erased: on('2026-05-01') } }), issued, asked),
  'erased while in force': () =>
    toFacts(
      hold(
        { times: { revoked: on('2026-05-01'), erased: on('2026-05-01') } },
        { revokeChannel: undefined, revokeObserved: undefined },
      ),
      issued,
    ),
  imported: () => toFacts(hold({ imported }), issued),
  'imported by a clock that is ahead': () =>
    toFacts(hold({ imported: { ...imported, at: new Date(issued.getTime() + 1_000) } }), issued),
  'imported with its revocation': () =>
    toFacts(hold({ imported: { ...imported, withRevocation: true }, times: { revoked: on('2026-04-01') } }), issued),
  'imported, then revoked': () => toFacts(hold({ imported, times: { revoked: on('2026-04-05') } }), issued),
  'with strange characters': () =>
    toFacts(hold({ proof: strange, descriptionHtml: '<p>\u202eesrever \u0301\u0000 "quoted" \\ </p>' }), issued),
  'without limit in time': () => toFacts(hold({ validityDays: 200_000_000 }), issued),
};

/** The facts that a register signs of a table that is damaged, with the check that the reader must judge. */
export const doubtfulFacts: Readonly<Record<string, readonly [check: CheckName, make: () => Facts]>> = {
  'a text that is gone': ['text', () => toFacts({ ...hold(), content: undefined }, issued)],
  'another text': ['text', () => toFacts(hold({}, { contentHash: 'f'.repeat(64) }), issued)],
  'a version that copies other terms': [
    'text',
    () => {
      const holdings = hold();
      const version = { ...holdings.version, languages: ['eng'] };
      return toFacts({ ...holdings, version, history: [version, ...holdings.history.slice(1)] }, issued);
    },
  ],
  'no text in the language': ['language', () => toFacts(hold({}, { lang: 'fra' }), issued)],
  'a version that is missing': [
    'versions',
    () => {
      const holdings = hold();
      const version = { ...holdings.version, version: 2 };
      return toFacts({ ...holdings, version, history: [version] }, issued);
    },
  ],
  'a version of another notice': ['versions', () => toFacts(hold({}, { pid: 2 }), issued)],
  'another time in the id': ['events', () => toFacts(hold({ times: { given: on('2026-03-09') } }), issued)],
  'a call that was not observed': ['events', () => toFacts(hold({}, { observed: undefined }), issued)],
  'a revocation that was not observed': [
    'events',
    () => toFacts(hold({ times: { revoked: on('2026-04-01') } }, { revokeObserved: undefined }), issued),
  ],
  'a revocation before it was given': ['events', () => toFacts(hold({ times: { revoked: on('2026-03-09') } }), issued)],
};
