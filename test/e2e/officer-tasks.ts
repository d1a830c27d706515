import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import { capitalise } from '../../pages/describe/writing.ts';
import type { Translate } from '../../pages/i18n/format.ts';
import type { Language } from '../../pages/i18n/index.ts';
import { textOf } from '../pages/i18n/texts.ts';
import { newFolder } from '../support/make/machine.ts';
import type { Outcome } from './command.ts';
import { day } from './console-journey-cases.ts';
import type { Keyboard } from './keyboard.ts';
import { newKeyboard } from './keyboard.ts';

/** Runs a command of the operator on the service of the test. */
export type Operate = (...words: readonly string[]) => Promise<Outcome>;

/** Somebody who reads the console in one language, and uses the keyboard alone. */
export interface Officer {
  readonly page: Page;
  readonly keys: Keyboard;
  readonly t: Translate;
  /** Of their region (BCP 47). */
  readonly locale: string;
}

export const newOfficer = (page: Page, language: Language, locale: string): Officer => ({
  page,
  keys: newKeyboard(page),
  t: textOf(language),
  locale,
});

const { demoShop } = demoAccounts;

export const titled = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Waits for a page, and until its heading has the focus, so that a screen reader reads it. */
export const arrive = async ({ page }: Officer, title: string | RegExp): Promise<void> => {
  await titled(page, title).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `the focus on “${title}”` })
    .toBe('H1');
};

/** A day as sentences of the console write it. */
export const inWords = ({ locale }: Pick<Officer, 'locale'>, asked: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(asked));

/** The file that a browser saves when something is done. */
const savedBy = async ({ page }: Officer, act: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const file = join(newFolder(), download.suggestedFilename());
  await download.saveAs(file);
  return file;
};

type Row = Readonly<Record<string, string>>;

const readRows = async (file: string): Promise<readonly Row[]> =>
  parse(await readFile(file, 'utf8'), { bom: true, columns: true });

export const signIn = async ({ page, keys, t }: Officer): Promise<void> => {
  await keys.type({ role: 'textbox', name: t('session.email') }, demoShop.user.email);
  await keys.type({ role: 'field', name: t('session.password') }, demoPassword);
  await keys.push(t('session.signIn'));
  await titled(page, t('overview.heading')).waitFor();
};

/** Goes to one of the main pages. */
const goTo = async (
  officer: Officer,
  room: 'consents' | 'record' | 'due' | 'overview' | 'notices' | 'erasures',
): Promise<void> => {
  const { page, keys, t } = officer;
  await keys.act({ role: 'link', name: t(`frame.${room}`), within: page.getByRole('navigation').first() });
  await page
    .getByRole('link', { name: t(`frame.${room}`), exact: true })
    .and(page.locator('[aria-current=page]'))
    .waitFor();
};

/** Finds the consents with a value of a person. A link to the page that is shown would read it again, under what is typed. */
export const find = async (officer: Officer, value: string): Promise<void> => {
  const { page, keys, t } = officer;
  if (new URL(page.url()).hash !== '#/consents') await goTo(officer, 'consents');
  await page.locator('main tbody tr').first().waitFor();
  await keys.type({ role: 'searchbox', name: t('find.who') }, value);
  await keys.press('Enter');
  await page.getByText(t('consents.foundAs')).waitFor();
  await arrive(officer, t('consents.heading'));
};

/** The newest of the found consents to a notice that is in force. */
const rowInForce = ({ page, t }: Officer, notice: string) =>
  page
    .locator('main tbody tr', { hasText: notice })
    .filter({ hasText: t('parts.states.active') })
    .first();

export const show = async (officer: Officer, notice: string): Promise<void> => {
  await officer.keys.follow(/\d/, rowInForce(officer, notice).getByRole('cell').first());
  await arrive(officer, new RegExp(`, ${officer.t('consents.version', { version: String.raw`\d+` })}$`));
  await expectState(officer, officer.t('evidence.state.heads.active'));
};

/** The badge of the consent that is shown. */
const expectState = async ({ page }: Officer, state: string): Promise<void> => {
  await expect.poll(() => page.locator('.state').first().innerText()).toContain(state);
};

/** Asks whether the person had agreed on a day, on the page of the consent. */
export const askForDay = async (officer: Officer, asked: string): Promise<void> => {
  const { page, keys, t } = officer;
  await keys.typeDay(t('consent.askedTime'), asked);
  await keys.press('Enter');
  await page.locator('.state', { hasText: inWords(officer, asked) }).waitFor();
};

/** Saves the signed document of the consent that is shown, after a look at what else the menu has. */
export const saveDocument = async (officer: Officer): Promise<string> => {
  const { page, keys, t } = officer;
  const button = await keys.reach({ role: 'button', name: t('summary.save') });
  await keys.press('Enter');
  await page.locator('.act-menu :focus', { hasText: t('consent.evidence.savePage') }).waitFor();
  await keys.press('Escape');
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  return savedBy(officer, () => keys.choose(t('summary.save'), t('consent.evidence.save')));
};

/** Expects a document to be valid with the key that the operator publishes. */
export const expectValid = async (file: string, operate: Operate): Promise<void> => {
  const keys = join(newFolder(), 'keys.json');
  await operate('evidence', 'keys', '--out', keys);
  const { exitCode, stdout } = await operate('evidence', 'verify', file, '--key', keys);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('\nVALID.')]);
};

/** The quarter in which a day is. */
const quarterOf = (asked: string): { readonly from: string; readonly until: string } => {
  const [year, month] = [Number(asked.slice(0, 4)), Number(asked.slice(5, 7))];
  const first = month - ((month - 1) % 3);
  const iso = (each: number, date: number): string =>
    new Date(Date.UTC(year, each - 1, date)).toISOString().slice(0, 10);
  return { from: iso(first, 1), until: iso(first + 3, 0) };
};

const saveList = async (officer: Officer): Promise<readonly Row[]> => {
  const { page, keys, t } = officer;
  const file = await savedBy(officer, () => keys.push(t('saving.save')));
  const rows = await readRows(file);
  await page
    .getByRole('status')
    .filter({ hasText: file.split('/').at(-1) ?? '' })
    .waitFor();
  await keys.reach({ role: 'button', name: t('saving.save') });
  return rows;
};

/** The emails in a saved list. */
export const emailsIn = ({ t }: Officer, rows: readonly Row[]): readonly (string | undefined)[] =>
  rows.map((row) => row[capitalise(t('find.kinds.email'))]);

/** Saves the list of the consents of a quarter. @param within a day of the quarter */
export const saveQuarter = async (officer: Officer, within: string): Promise<readonly Row[]> => {
  const { page, keys, t } = officer;
  const { from, until } = quarterOf(within);
  await goTo(officer, 'consents');
  await keys.push(t('find.narrow'));
  await keys.select(t('find.period'), t('find.periods.span'));
  await keys.typeDay(t('find.from'), from);
  await keys.typeDay(t('find.until'), until);
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/consents?from=${from}&until=${until}`);
  await page.locator('main table.records').first().waitFor();
  const rows = await saveList(officer);
  const shown = await page.locator('main > div > table.records > tbody > tr').count();
  expect(rows).toHaveLength(shown);
  for (const row of rows) {
    const [, time = ''] = Object.entries(row).find(([name]) => name.startsWith(t('consents.given'))) ?? [];
    const date = time.slice(0, 10);
    expect([from <= date, date <= until, time]).toEqual([true, true, time]);
  }
  return rows;
};

/** Saves the list of those who must be asked again within a year because their consent expires. */
export const saveDue = async (officer: Officer): Promise<readonly Row[]> => {
  const { page, keys, t } = officer;
  await goTo(officer, 'due');
  await arrive(officer, t('frame.due'));
  await page.locator('main table').first().waitFor();
  await keys.select(t('due.within'), t('due.days', { count: 365 }));
  await keys.select(t('due.reason'), t('due.reasons.expires'));
  await expect.poll(() => new URL(page.url()).hash).toBe('#/due?days=365&reason=expires');
  await page.locator('main table').first().waitFor();
  return saveList(officer);
};

/** Records what a person agreed to in a letter. */
export const recordLetter = async (
  officer: Officer,
  notice: string,
  person: Readonly<Record<'name' | 'email', string>>,
) => {
  const { page, keys, t } = officer;
  await goTo(officer, 'record');
  await arrive(officer, t('recording.heading'));
  await keys.select(t('recording.notice'), notice);
  await keys.type({ role: 'textbox', name: t('find.kinds.email') }, person.email);
  await keys.type({ role: 'textbox', name: t('find.kinds.last_name') }, person.name);
  await keys.select(t('recording.way'), t('arrival.received.letter'));
  await keys.typeDay(t('recording.givenOn'), day(3));
  await keys.type({ role: 'textbox', name: t('recording.reference') }, 'Folder 12, sheet 3');
  await keys.push(t('recording.proceed'));
  const dialog = page.getByRole('dialog', { name: t('recording.confirm') });
  await expect.poll(() => dialog.innerText()).toContain(person.email);
  await keys.push(t('recording.act'));
  await arrive(officer, t('recording.done'));
};

/** Revokes the consent that is shown, because the person rang. */
export const revokeByTelephone = async (officer: Officer, reason: string): Promise<void> => {
  const { page, keys, t } = officer;
  await keys.follow(t('consent.revoke'));
  await arrive(officer, t('revocation.heading'));
  await keys.type({ role: 'textbox', name: t('revocation.reason') }, reason);
  await keys.select(t('revocation.way'), t('arrival.received.telephone'));
  await keys.push(t('revocation.proceed'));
  const dialog = page.getByRole('dialog', { name: t('revocation.confirm') });
  await expect.poll(() => dialog.innerText()).toContain(reason);
  await keys.push(t('revocation.act'));
  await arrive(officer, t('revocation.done'));
  await keys.follow(t('revocation.toEvidence'));
  await page.locator('.state').waitFor();
  await expectState(officer, t('evidence.state.heads.revoked'));
  await expectState(officer, t('arrival.received.telephone'));
};

/** From a consent to all of the person. @param whose a value of the person */
export const showPerson = async (officer: Officer, whose: string): Promise<void> => {
  await officer.keys.follow(officer.t('consent.person'));
  await arriveAtPerson(officer, whose);
};

/** Waits for the page of a person, with their values, and until its heading has the focus. */
export const arriveAtPerson = async (officer: Officer, whose: string): Promise<void> => {
  await officer.page.locator('main .values', { hasText: whose }).waitFor();
  await arrive(officer, /./);
};

/** Makes a copy of the data of the person whose page is shown. Returns its page and its data. */
export const copyPerson = async (officer: Officer): Promise<Readonly<Record<'page' | 'data', string>>> => {
  const { page, keys, t } = officer;
  await keys.push(t('person.copy'));
  await page.getByRole('dialog', { name: t('copy.heading') }).waitFor();
  await keys.push(t('copy.make'));
  await page.getByRole('button', { name: t('copy.save') }).waitFor();
  const file = await savedBy(officer, () => keys.push(t('copy.save')));
  await keys.push(t('copy.close'));
  const opener = page.getByRole('button', { name: t('person.copy') });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
  const files = unzipSync(await readFile(file));
  const read = (name: string): string => new TextDecoder().decode(files[name]);
  return { page: read('index.html'), data: read('data.json') };
};

/** Asks the operator for the erasure of the consents of the person whose page is shown. */
export const askForErasure = async (officer: Officer, reference: string): Promise<void> => {
  const { page, keys, t } = officer;
  await keys.follow(t('erasures.ask.heading'));
  await arrive(officer, t('erasures.ask.heading'));
  await keys.typeDay(t('erasures.ask.received'), day(2));
  await keys.select(t('erasures.ask.reason'), t('erasures.reasons.consent-revoked'));
  await keys.type({ role: 'textbox', name: t('erasures.ask.reference') }, reference);
  await keys.push(t('erasures.ask.proceed'));
  const dialog = page.getByRole('dialog', { name: t('erasures.ask.confirm') });
  await expect.poll(() => dialog.innerText()).toContain(reference);
  await keys.push(t('erasures.ask.act'));
  await arrive(officer, t('erasures.ask.sent'));
  await keys.follow(t('erasures.ask.all'));
  await arrive(officer, t('erasures.title'));
};

/** The state of a request for an erasure, as the page of erasures says it when one comes to it. @param reference of the request */
export const readErasure = async (officer: Officer, reference: string): Promise<string> => {
  const { page, t } = officer;
  await goTo(officer, 'consents');
  await goTo(officer, 'erasures');
  await arrive(officer, t('erasures.title'));
  const request = page.locator('main section section', { hasText: reference });
  await request.waitFor();
  return request.getByRole('heading', { level: 3 }).innerText();
};

/** Compares the newest version of a notice with the one before. Returns the words that came and went. */
export const compareVersions = async (officer: Officer, notice: string): Promise<readonly string[]> => {
  const { page, keys, t } = officer;
  await goTo(officer, 'notices');
  await arrive(officer, t('notices.heading'));
  await keys.follow(notice, page.locator('main tbody'));
  await arrive(officer, notice);
  await keys.follow(t('notices.compare', { earlier: 1 }));
  const heading = page.getByRole('heading', { level: 2, name: t('comparison.heading') });
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
  const changes = page.locator('main :is(del, ins)');
  await changes.first().waitFor();
  return changes.allInnerTexts();
};

/** The figures of the overview, as numbers: the headline, and each month of the table. */
export const readCounts = async (officer: Officer) => {
  const { page, keys, t } = officer;
  const toCounts = (texts: readonly string[]): readonly number[] =>
    texts.map((text) => Number(text.replaceAll(/\D/g, '')));
  for (const deadline = Date.now() + 60_000; ; ) {
    await goTo(officer, 'overview');
    await arrive(officer, t('overview.heading'));
    await page.locator('main :is(.headline, .empty)').first().waitFor();
    if ((await page.locator('main .headline').count()) > 0) break;
    expect(Date.now(), 'the log counts consents').toBeLessThan(deadline);
    await goTo(officer, 'notices');
  }
  const months = page.locator('main details').first();
  await keys.act({ role: 'fold', name: t('overview.byMonth'), within: months });
  await months.locator('tbody tr').first().waitFor();
  const rows = await months.locator('tbody tr').all();
  return {
    headline: toCounts(await page.locator('main .headline .figure').allInnerTexts()),
    months: await Promise.all(rows.map(async (row) => toCounts(await row.locator('td.number').allInnerTexts()))),
  };
};
