import type { Holdings } from '../../shared/evidence/holdings.ts';
import { toStatement } from '../../shared/evidence/statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { toIdentifier } from '../../shared/identifier.ts';
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

/** Statements that a register makes, of all that a consent may come through, by a name for tests. */
export const soundStatements: Readonly<Record<string, () => Statement>> = {
  plain: () => toStatement(hold(), issued),
  revoked: () => toStatement(hold({ times: { revoked: on('2026-04-01') } }), issued, asked),
  expired: () => toStatement(hold({ validityDays: 30 }), issued, asked),
  superseded: () => toStatement(hold({ askedAgain: on('2026-04-01'), validityDays: 90 }), issued, asked),
  'superseded before it was given': () => toStatement(hold({ askedAgain: on('2026-03-02') }), issued),
  'asked about before it was given': () =>
    toStatement(hold(), issued, { start: on('2026-01-01'), end: on('2026-01-02') }),
  'asked about what is to come': () =>
    toStatement(hold({ validityDays: 400 }), issued, { start: on('2027-04-10'), end: on('2027-05-01') }),
  'revoked, then erased': () =>
    toStatement(hold({ times: { revoked: on('2026-04-01'), erased: on('2026-05-01') } }), issued, asked),
  'erased while in force': () =>
    toStatement(
      hold(
        { times: { revoked: on('2026-05-01'), erased: on('2026-05-01') } },
        { revokeChannel: undefined, revokeObserved: undefined },
      ),
      issued,
    ),
  imported: () => toStatement(hold({ imported }), issued),
  'imported with its revocation': () =>
    toStatement(
      hold({ imported: { ...imported, withRevocation: true }, times: { revoked: on('2026-04-01') } }),
      issued,
    ),
  'imported, then revoked': () => toStatement(hold({ imported, times: { revoked: on('2026-04-05') } }), issued),
  'with strange characters': () =>
    toStatement(hold({ proof: strange, descriptionHtml: '<p>\u202eesrever \u0301\u0000 "quoted" \\ </p>' }), issued),
  'without limit in time': () => toStatement(hold({ validityDays: 200_000_000 }), issued),
};

/** Statements that a register makes of a table that is damaged, by the check that the reader must judge. */
export const doubtfulStatements: Readonly<Record<string, () => Statement>> = {
  'notice-text': () => toStatement({ ...hold(), content: undefined }, issued),
  'notice-language': () => toStatement(hold({}, { lang: 'fra' }), issued),
  'notice-terms': () => {
    const holdings = hold();
    const version = { ...holdings.version, languages: ['eng'] };
    return toStatement({ ...holdings, version, history: [version, ...holdings.history.slice(1)] }, issued);
  },
  'notice-versions': () => {
    const holdings = hold();
    const version = { ...holdings.version, version: 2 };
    return toStatement({ ...holdings, version, history: [version] }, issued);
  },
  'record-notice': () => toStatement(hold({}, { pid: 2 }), issued),
  'id-time': () => toStatement(hold({ times: { given: on('2026-03-09') } }), issued),
  observation: () => toStatement(hold({}, { observed: undefined }), issued),
};
