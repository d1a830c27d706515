import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { toTimeSpan } from '../../../cli/input/values.ts';
import { pageEnglish as words } from '../../../pages/describe/command-text.ts';
import { englishShowing } from '../../../pages/files/inline-frame.ts';
import {
  Completeness,
  Given,
  Heads,
  ProofOfConsent,
  Revocation,
  State,
  Timeline,
} from '../../../pages/ui/consent-parts.tsx';
import { NoticeText } from '../../../pages/ui/notice-texts.tsx';
import { WordsContext } from '../../../pages/ui/words.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { parsePage } from '../../support/make/parsed-page.ts';
import type { Said } from '../../support/make/statement.ts';
import { statementOf } from '../../support/make/statement.ts';

/** The parts in the order of a signed page. */
const draw = (statement: Statement): Document =>
  parsePage(
    renderToString(
      h(
        WordsContext.Provider,
        { value: words },
        h('h1', null, h(Heads, { statement })),
        h(State, { statement }),
        h(Given, { statement }),
        h(NoticeText, { statement, markup: englishShowing, hasFacts: true }),
        h(ProofOfConsent, { statement, markup: englishShowing }),
        h(Revocation, { statement, markup: englishShowing }),
        h(Timeline, { statement }),
        h(Completeness, { statement }),
      ),
    ),
  );

const open = (said: Said = {}): Document => draw(statementOf(said));

const textsOf = (page: Document, selector: string): (string | null)[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent.replace(/\s+/g, ' ').trim());

test('of another time the heading names the day, and the state now stands below it as large', () => {
  const page = open({ times: { revoked: new Date('2026-03-20') }, span: toTimeSpan('2026-03-11') });

  expect(textsOf(page, 'h1')).toEqual(['On 2026-03-11: in forceNow: revoked']);
  expect(textsOf(page, '.state')).toEqual([
    'In force on 2026-03-11: given on 2026-03-10 10:00:00.',
    'Now: not in force: revoked on 2026-03-20 00:00:00 by email.',
  ]);
  expect(textsOf(page, '.state.holds')).toHaveLength(1);
});

test('shows the text in its language', () => {
  const text = open().querySelector('.text');

  expect([text?.getAttribute('lang'), text?.getAttribute('dir')]).toEqual(['en', 'ltr']);
});

test('frames may do nothing, have a policy of their own, and stand above their source', () => {
  const frame = open({ proof: { html: '<p>"a" &amp; b</p><script>hit()</script>' } }).querySelector('.told iframe');

  expect(frame?.getAttribute('sandbox')).toBe('');
  expect(frame?.getAttribute('title')).toBe('How html looks');
  expect(frame?.getAttribute('srcdoc')).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">`,
  );
  expect(frame?.getAttribute('srcdoc')).toContain('<body><p>"a" &amp; b</p></body>');
  expect(frame?.parentElement?.querySelector('pre')?.textContent).toBe('<p>"a" &amp; b</p><script>hit()</script>');
});

test('what is not markup is text alone, with what nobody sees in it', () => {
  const page = open({ proof: { note: '1 < 2\u202e', log: 'a\n\tb\u0007', html: '<div>'.repeat(1_000) } });

  expect(textsOf(page, '.told iframe')).toEqual([]);
  expect(textsOf(page, 'h3 + p bdi')).toEqual(['1 < 2\\u{202e}']);
  expect([...page.querySelectorAll('.told pre')].map(({ textContent }) => textContent)).toEqual([
    'a\n\tb\\u{7}',
    '<div>'.repeat(1_000),
  ]);
  expect(textsOf(page, 'p.remark')).toContain('It is too long or too deeply nested to be shown as it looked.');
});

test('a text that only begins to be markup, again and again, is text', () => {
  expect(textsOf(open({ proof: { note: '<a'.repeat(400_000) } }), '.told iframe')).toEqual([]);
});

test('warns where the hash of the text differs', () => {
  const statement = statementOf();
  const hash = { ...statement.notice.hash, recomputed: 'e'.repeat(64), agree: false };
  const page = draw({ ...statement, notice: { ...statement.notice, hash } });

  expect(textsOf(page, '.warning')).toEqual(['The text is not the one that was agreed to: its hash differs.']);
});

test('what a site or a person wrote stands in boxes, so that it passes for nothing that the page says', () => {
  const statement = statementOf({ proof: { 'How to check it': 'Call 0800 1234', channel: '<h2>The revocation</h2>' } });
  const claimed = { ...statement.claimed, userData: { channel: 'letter', 'What happened': 'nothing' } };
  const page = draw({ ...statement, claimed });

  for (const box of page.querySelectorAll('.told')) box.remove();

  expect(page.body.textContent).not.toMatch(/letter|0800|nothing/);
  expect(textsOf(page, 'dl > div').filter((fact) => fact?.startsWith('channel'))).toEqual([
    'channelwith a form on a website',
  ]);
  expect(textsOf(page, 'h2')).toEqual(textsOf(open(), 'h2'));
});

test('tells what would make the consent stronger, and that nothing would', () => {
  const of = (page: Document): Element | undefined =>
    [...page.querySelectorAll('h2')].find((heading) => heading.textContent === 'What would make it stronger')
      ?.parentElement ?? undefined;
  const weak = of(open({ proof: { html: '<form></form>' } }));
  const strong = { ...statementOf(), completeness: { gaps: [] } };

  const says = [...(weak?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent ?? '');
  expect(says).toHaveLength(4);
  expect(says[1]).toContain('The proof does not say on which page the person agreed.');
  expect(says.join()).not.toMatch(/version-naming-unknown|page-unknown|browser-unknown|email-unconfirmed/);
  expect(of(draw(strong))?.textContent).toContain('Nothing that the register looks for is missing.');
});

/** Parts of the page that have nothing in them. */
const findEmpty = (page: Document): string[] =>
  [...page.querySelectorAll('section, dl, ul, ol, p:not(.remark), .told, .beside, h2, h3, h4')]
    .filter(
      (element) =>
        (element.textContent ?? '').trim() === '' ||
        element.nextElementSibling?.matches(`${element.localName}:is(h3, h4)`),
    )
    .map((element) => element.outerHTML.slice(0, 100))
    .filter((text) => text !== '<p></p>');

const erased = new Date('2026-05-01T10:00:00Z');
const imported = { source: 'crm', line: 7, at: new Date('2026-04-01T10:00:00Z'), by: 'local:grace' } as const;

test('an erased consent says so in the place of what was erased, and has no empty parts', () => {
  const page = open({ times: { revoked: new Date('2026-04-01T10:00:00Z'), erased }, proof: { note: 'x' } });

  expect(textsOf(page, 'h1')).toEqual(['Revoked, then erased']);
  expect(textsOf(page, 'p').filter((text) => text === 'Erased on 2026-05-01 10:00:00 UTC.')).toHaveLength(3);
  expect(textsOf(page, 'dd').filter((text) => text === 'erased')).toHaveLength(4);
  expect(page.body.textContent).not.toMatch(/ada@example\.com|203\.0\.113\.7/);
  expect(findEmpty(page)).toEqual([]);
});

test('nobody revoked what was in force when it was erased', () => {
  const page = open({ times: { revoked: erased, erased } });

  expect(textsOf(page, 'h2')).not.toContain('The revocation');
  expect(textsOf(page, '.events li').join(' ')).not.toContain('revoked');
  expect(findEmpty(page)).toEqual([]);
});

test.each([
  ['alone', imported, 1],
  ['with its revocation', { ...imported, withRevocation: true } as const, 0],
])('nothing of a consent that was imported %s looks observed that was not', (_how, origin, observed) => {
  const page = open({ times: { revoked: new Date('2026-05-01T10:00:00Z') }, proof: { note: 'x' }, imported: origin });

  const headings = textsOf(page, 'h3, h4');
  expect(headings.filter((text) => text === 'What the register observed')).toHaveLength(observed);
  expect(headings).toContain('Where it comes from');
  expect(headings).toContain('What another register observed, according to the imported file');
  expect(page.body.textContent).toContain('did not observe how it was given');
  expect(findEmpty(page)).toEqual([]);
});

test('of an imported consent it tells when the file says it was given, and no more of the text than is known', () => {
  const page = open({ imported });
  const late = { ...statementOf({ imported }), issuedAt: '2026-06-01T00:00:00.000Z' };
  const later = { ...late, notice: { ...late.notice, publishedAt: '2026-04-01T00:00:00.000Z' } };
  const laterPage = draw(later);

  expect(textsOf(page, 'dl > div')).toContain('given2026-03-10 10:00:00 UTC, as the imported file says');
  expect(textsOf(page, 'h2')).toContain('The text that the import named');
  expect(page.body.textContent).not.toMatch(/text is the one that was agreed to|The text that was agreed to/);
  expect(laterPage.body.textContent).toContain('THE TEXT WAS PUBLISHED AFTER THE CONSENT WAS GIVEN');
});
