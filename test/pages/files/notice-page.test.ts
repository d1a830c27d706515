import { expect, test } from 'vitest';
import { renderNoticePage } from '../../../pages/files/notice-page.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import { Lang } from '../../../shared/schema/vocabulary.ts';
import { noticeContent } from '../../support/make/builders.ts';
import { parsePage } from '../../support/make/parsed-page.ts';

const open = (overrides: Partial<NoticeContent> = {}, version?: number): Document =>
  parsePage(renderNoticePage({ name: 'privacy', version, content: noticeContent(overrides) }));

const textsOf = (page: Document, selector: string): string[] =>
  [...page.querySelectorAll(selector)].map((element) => element.textContent);

/** What the shadow roots of the sections have, without their style. */
const noticeTextsOf = (page: Document): string[] =>
  [...page.querySelectorAll('section > div > template[shadowrootmode=open]')].map((template) =>
    template.innerHTML.replace(/^\s*<style>[^<]*<\/style>/, '').trim(),
  );

test('says what it shows', () => {
  const page = open({ validityDays: 30, notification: true }, 3);

  expect(page.title).toBe('privacy, version 3');
  expect(textsOf(page, 'h1')).toEqual(['privacy, version 3']);
  expect(textsOf(page, 'header p')).toEqual(['validityDays: 30, notification: true']);
  expect(open().title).toBe('privacy');
});

test('says whatever else the version says, as text', () => {
  const controller = { name: '<b>Demo Shop</b>' };
  const [settings] = open({ askAgain: true, controller }).querySelectorAll('header p');

  expect([...(settings?.childNodes ?? [])].map((node) => node.textContent).filter((line) => line !== '')).toEqual([
    'validityDays: 0, notification: false',
    'askAgain: true',
    'controller: <b>Demo Shop</b>',
  ]);
});

test('has title and text of each language as they are, in the order of the languages', () => {
  const page = open();

  expect(textsOf(page, 'section h2')).toEqual(['Informativa', 'Privacy notice']);
  expect(noticeTextsOf(page)).toEqual(['<p>Trattiamo i tuoi dati.</p>', '<p>We process your data.</p>']);
});

test('names languages as browsers and those who speak them do, and links to them', () => {
  const all = Object.fromEntries(Lang.options.map((lang) => [lang, lang]));
  const page = open({ title: all, descriptionHtml: all });
  const tags = ['it', 'en', 'es', 'de', 'fr', 'tr', 'pt', 'ru', 'uk'];

  const links = [...page.querySelectorAll('nav a')];

  expect([...page.querySelectorAll('section')].map(({ id, lang }) => [id, lang])).toEqual(
    Lang.options.map((lang, i) => [lang, tags[i]]),
  );
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('lang')])).toEqual(
    Lang.options.map((lang, i) => [`#${lang}`, tags[i]]),
  );
  expect(links.map((link) => link.textContent)).toEqual([
    'Italiano',
    'English',
    'Español',
    'Deutsch',
    'Français',
    'Türkçe',
    'Português',
    'Русский',
    'Українська',
  ]);
});

test('runs no script and loads nothing', () => {
  const page = open();
  const policy = page.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content');

  expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'");
  expect(page.querySelectorAll('script, link, img, iframe, [src], [onload]')).toHaveLength(0);
});

test('is one page for light and dark, and for narrow and wide screens', () => {
  const page = open();

  expect(page.doctype?.name).toBe('html');
  expect(page.documentElement.lang).toBe('en');
  expect(page.head.firstElementChild?.getAttribute('charset')).toBe('utf-8');
  expect(page.querySelector('meta[name=color-scheme]')?.getAttribute('content')).toBe('light dark');
  expect(page.querySelector('meta[name=viewport]')?.getAttribute('content')).toBe(
    'width=device-width, initial-scale=1',
  );
});

test('leaves cells where the text aligns them', () => {
  const table = '<table><tr><td align="right">30</td></tr></table>';
  const template = open({ descriptionHtml: { eng: table } }).querySelector('template');

  expect(template?.innerHTML).toContain('th, td {');
  expect(template?.innerHTML).not.toContain('text-align');
});

test('shows titles as they are written', () => {
  const title = { ita: '<b>"A" & \'B\'</b></h2><script>', eng: '&amp;' };
  const page = open({ title });

  expect(textsOf(page, 'section h2')).toEqual([title.ita, title.eng]);
  expect(page.querySelectorAll('script, b')).toHaveLength(0);
  expect(parsePage(renderNoticePage({ name: '</title><i>', content: noticeContent() })).title).toBe('</title><i>');
});

test.each([
  [
    'leaves elements open, and has ids and styles',
    '<style>h2 { color: red }</style></section></div><div><b><p id="eng">a',
  ],
  ['leaves its place, and covers the page', '</template><h1 style="position: fixed">Version 9</h1><b id="eng">'],
])('a text that %s is framed, whatever is published today', (_how, ita) => {
  const page = open({ descriptionHtml: { ita, eng: '<p>b</p>' } });

  expect(page.querySelectorAll('#ita iframe[sandbox=""]')).toHaveLength(1);
  expect(page.querySelector('#ita pre')?.textContent).toBe(ita);
  expect(noticeTextsOf(page)).toEqual(['<p>b</p>']);
  expect(page.querySelectorAll('main > section')).toHaveLength(2);
  expect(page.querySelectorAll('h1, #eng')).toHaveLength(2);
  expect(page.querySelectorAll('b, template *')).toHaveLength(0);
});

test('a language without a title or a text is shown all the same', () => {
  const page = open({ title: { ita: 'Informativa' }, descriptionHtml: { eng: '<p>a</p>' } });

  expect(textsOf(page, 'section h2')).toEqual(['Informativa', '']);
  expect(noticeTextsOf(page)).toEqual(['', '<p>a</p>']);
});
