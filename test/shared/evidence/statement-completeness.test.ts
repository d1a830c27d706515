import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arrivalOf } from '../../../pages/describe/consent.ts';
import { assessCompleteness } from '../../../shared/evidence/completeness.ts';
import { gaps } from '../../../shared/evidence/facts-format.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { statementOf } from '../../support/make/statement.ts';

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const full = { url: 'https://shop.example/', html: '<form></form>', user_agent: browser, email_confirmed_at: 'today' };

/** A statement that lacks nothing, but for what is said. */
const strong = (claimed: Partial<Statement['claimed']> = {}): Statement => {
  const statement = statementOf({ proof: full });
  return { ...statement, claimed: { ...statement.claimed, noticeNamedBy: 'version', ...claimed } };
};

const gapsOf = (statement: Statement) => assessCompleteness(statement).gaps;

const seenBy = (userAgent: string | null): Statement => {
  const { user_agent: _, ...proof } = full;
  const statement = strong({ proof });
  return { ...statement, observed: statement.observed && { ...statement.observed, userAgent } };
};

const withNotice = (notice: Partial<Statement['notice']>): Statement => {
  const statement = strong();
  return { ...statement, notice: { ...statement.notice, ...notice } };
};

const { hash } = strong().notice;

test('a consent that lacks nothing has no gap', () => {
  expect(gapsOf(strong())).toEqual([]);
});

test.each<[string, Statement, string[]]>([
  ['without its text', withNotice({ content: null, hash: { ...hash, recomputed: null, agree: false } }), ['text-gone']],
  ['with another text', withNotice({ hash: { ...hash, agree: false } }), ['text-changed']],
  ['to a version that was not current', withNotice({ wasCurrent: false }), ['version-not-current']],
  ['named by PID', strong({ noticeNamedBy: 'pid' }), ['version-named-by-pid']],
  ['of before it was kept how it was named', strong({ noticeNamedBy: null }), ['version-naming-unknown']],
  ['in another language', strong({ lang: 'fra' }), ['language-without-text']],
  ['with nothing in its form', strong({ proof: { ...full, html: ' \n' } }), ['form-unknown']],
  ['with a mail and no form', strong({ proof: { ...full, html: '', mail: 'Yes' } }), []],
  ['without a page', strong({ proof: { ...full, url: '' } }), ['page-unknown']],
  ['by mail, without a page', strong({ proof: { ...full, url: '' }, channel: 'email' }), []],
  ['without a confirmation', strong({ proof: { ...full, email_confirmed_at: '' } }), ['email-unconfirmed']],
  ...[
    'notanemail',
    'n/a',
    'mailto:ada@example.com',
    'Ada <ada@example.com>',
    'a@example.com, b@example.com',
    'ada@',
    '@example.com',
    'ada@exam ple.com',
    'a@@example.com',
  ].map((email): [string, Statement, string[]] => [
    `with the email ${email}`,
    strong({ userData: { email } }),
    ['email-malformed'],
  ]),
  ...['ada+shop@example.com', ' Ada@bücher.example ', 'o’brien@example.com', '山田@example.com'].map(
    (email): [string, Statement, string[]] => [
      `with the email ${email}`,
      strong({ userData: { email: { label: 'E', value: email } } }),
      [],
    ],
  ),
  ['by mail', strong({ proof: { ...full, email_confirmed_at: '' }, channel: 'email' }), []],
  ['without an email', strong({ proof: { ...full, email_confirmed_at: '' }, userData: { phone: '1' } }), []],
  ['of a name', strong({ userData: { first_name: 'Ada', last_name: 'Rossi', email: ' ' } }), ['person-unidentified']],
  ['of a label', strong({ userData: { card: { label: 'Card', value: '' } } }), ['person-unidentified']],
  ['of a card', strong({ userData: { card: { label: 'Card', value: '7' } } }), []],
])('a consent %s', (_what, statement, lacks) => {
  expect(gapsOf(statement)).toEqual(lacks);
});

test.each<[string | null, string[]]>([
  [browser, []],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6', []],
  ['Mozilla/5.0 (compatible; Googlebot/2.1) AppleWebKit/537.36 (KHTML, like Gecko)', ['browser-unknown']],
  ['Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1', ['browser-unknown']],
  ['WordPress/6.8; https://shop.example', ['browser-unknown']],
  ['Gecko/1 AppleWebKit/1', ['browser-unknown']],
  ['', ['browser-unknown']],
  [null, ['browser-unknown']],
])('where the program that called is %s and the proof does not say more', (userAgent, lacks) => {
  expect(gapsOf(seenBy(userAgent))).toEqual(lacks);
});

test.each(['ip_address', 'user_agent'])('%s in the proof says where the person was', (name) => {
  const server = seenBy('node');
  const { claimed } = server;

  expect(gapsOf({ ...server, claimed: { ...claimed, proof: { ...claimed.proof, [name]: 'x' } } })).toEqual([]);
});

test('an imported consent counts what another register saw', () => {
  const at = new Date('2026-11-01T00:00:00Z');
  const statement = statementOf({ proof: full, imported: { source: 'CRM', line: 1, at, by: 'local:ada' } });
  const { user_agent: _, ...proof } = full;
  const claimed = { ...statement.claimed, proof, noticeNamedBy: 'version' as const };
  const { imported } = statement;
  const seen = { ...statement, claimed, imported: imported?.observed ? imported : null };

  expect(seen.imported?.observed?.userAgent).toBe('a/1');
  expect(gapsOf(seen)).toEqual(['imported', 'browser-unknown']);
  const observed = seen.imported && { ...seen.imported.observed, userAgent: browser };
  const byBrowser = { ...seen, imported: { ...seen.imported, observed } } as Statement;
  expect(gapsOf(byBrowser)).toEqual(['imported']);
});

test('a mailbox that this register asked confirms, and saw the version; that another one asked is what the import says', () => {
  const mailbox = { userId: 7, askedAt: '2026-03-09T10:00:00.000Z', mailedAt: null, userActivated: true };
  const said = { mailbox, proof: { ...full, email_confirmed_at: '' } };
  const own = statementOf(said);
  const imported = statementOf({ ...said, imported: { source: 'CRM', line: 1, at: new Date(), by: 'local:ada' } });
  const byPid = (statement: Statement): Statement => ({
    ...statement,
    claimed: { ...statement.claimed, noticeNamedBy: 'pid' },
  });

  expect(gapsOf(byPid(own))).toEqual([]);
  expect(gapsOf(byPid(imported))).toEqual(['imported', 'version-named-by-pid', 'email-unconfirmed']);
  expect([arrivalOf(own).isConfirmed, arrivalOf(imported).isConfirmed]).toEqual([true, false]);
});

test('of what an erasure took nothing is said', () => {
  const statement = statementOf({ times: { erased: new Date('2026-11-01T00:00:00Z') } });

  expect(statement.completeness.gaps).toEqual(['erased', 'version-naming-unknown']);
});

test('the page of the API has every code, in the order of the list', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const [, section = ''] = page.split('\n## Completeness\n');
  const [list = ''] = section.split('\n## ');

  expect([...list.matchAll(/^- `([^`]+)`:/gm)].map(([, code]) => code)).toEqual(gaps);
});
