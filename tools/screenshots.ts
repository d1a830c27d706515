import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../cli/local/demo.ts';
import type { ConsentListing } from '../client/typescript/index.ts';
import { createClient } from '../client/typescript/index.ts';
import { launchChromium } from '../test/e2e/chromium.ts';
import { newSettling } from '../test/e2e/settling.ts';
import { startService } from './local-service.ts';
import { readOptions } from './program.ts';

/** A page of the console in one of its states. */
interface View {
  /** Of its pictures. */
  readonly name: string;
  /** The address, where the view has one of its own. */
  readonly fragment?: string;
  /** What a reader does there until the view is as it is shown. */
  readonly reach?: (page: Page) => Promise<void>;
  /** Ends what `reach` has begun. */
  readonly leave?: (page: Page) => Promise<void>;
}

const { email } = demoAccounts.demoShop.user;

/** Signs in to the console. */
const signIn = async (page: Page): Promise<void> => {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(demoPassword);
  await page.locator('[name=password]').press('Enter');
  await page.locator('header nav').waitFor({ state: 'attached' });
};

const ada = { email: 'ada@example.com' };

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('searchbox').press('Enter');
  await page.locator('main table, main .empty').first().waitFor();
};

const fillRevocation = async (page: Page): Promise<void> => {
  await page.getByLabel('Reason').fill('A letter of Monday.');
  await page.getByLabel('How the person asked').selectOption('email');
};

const confirmRevocation = async (page: Page): Promise<void> => {
  await fillRevocation(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').waitFor();
};

/** Leads to another page, as a link would: on a phone those of the header are in a menu. */
const lead = (page: Page, fragment: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

/** Opens the menu of the account, on a phone the menu. */
const openMenu = (page: Page): Promise<void> =>
  page.locator('header button[popovertarget]').filter({ visible: true }).click();

const failing = '**/consent-register/notices/list';

const meetFailure = async (page: Page): Promise<void> => {
  const problem = { type: '/problems/service.fault', title: 'Fault', status: 500, detail: 'x', code: 'service.fault' };
  await page.route(failing, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { ...problem, requestId: '3f2b8c1e-5d7a' },
    }),
  );
  await lead(page, '#/notices');
  await page.locator('.failed').waitFor();
  await page.unroute(failing);
};

const meetDelay = async (page: Page): Promise<void> => {
  await page.route(failing, () => {});
  await lead(page, '#/notices');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
};

const stopWaiting = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.unroute(failing);
};

const copyPerson = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Make a copy for this person' }).click();
  await page.getByRole('dialog').waitFor();
};

const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

/** Fills the form as far as the dialog, which sends nothing yet. */
const askForErasure = async (page: Page): Promise<void> => {
  await page.getByLabel('When did the request reach you?').fill('2026-01-31');
  await page.getByLabel('Why must the consents be erased?').selectOption('consent-revoked');
};

const confirmErasure = async (page: Page): Promise<void> => {
  await askForErasure(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').waitFor();
};

/** Opens the figures below the chart. */
const openFigures = (page: Page): Promise<void> => page.locator('main details > summary').first().click();

/** The id of the newest consent like that. @throws Error where there is none */
const findId = async (baseUrl: string, listing: ConsentListing): Promise<string> => {
  const client = createClient({ baseUrl, email, password: demoPassword });
  let page = await client.listConsents(listing);
  while (page.data.length === 0 && page.next !== null) {
    page = await client.listConsents({ ...listing, after: page.next });
  }
  const [first] = page.data;
  if (first === undefined) throw new Error('The demo data lacks a consent that is shown.');
  return first.id;
};

/** The pages behind the sign-in, each in the states that look different. @param baseUrl of the local service with its demo data */
const listViews = async (baseUrl: string): Promise<readonly View[]> => {
  const newsletter = { consentInformationPid: 2, userData: ada };
  const held = await findId(baseUrl, { ...newsletter, state: 'active' });
  const revoked = await findId(baseUrl, { ...newsletter, state: 'revoked' });
  const superseded = await findId(baseUrl, { consentInformationPid: 1, userData: ada, state: 'superseded' });
  const open = (page: Page): Promise<void> => page.getByRole('button', { name: 'Filters' }).click();
  return [
    { name: 'overview', fragment: '#/' },
    { name: 'overview-figures', fragment: '#/', reach: openFigures },
    { name: 'consents', fragment: '#/consents' },
    { name: 'consents-narrowed', fragment: '#/consents', reach: open },
    { name: 'found', fragment: '#/consents', reach: (page) => find(page, 'Ada Rossi') },
    { name: 'nothing-found', fragment: '#/consents', reach: (page) => find(page, 'Zoe Nobody') },
    { name: 'menu', fragment: '#/consents', reach: openMenu, leave: (page) => page.keyboard.press('Escape') },
    { name: 'consents-filtered', fragment: '#/consents?state=revoked&notice=2', reach: open },
    { name: 'consent', fragment: `#/consents/${held}` },
    { name: 'consent-before', fragment: `#/consents/${held}?at=2026-01-01` },
    { name: 'consent-revoked', fragment: `#/consents/${revoked}` },
    { name: 'consent-superseded', fragment: `#/consents/${superseded}` },
    { name: 'consent-unknown', fragment: `#/consents/${'0'.repeat(32)}` },
    { name: 'person', fragment: `#/consents/${held}/person` },
    { name: 'copy', fragment: `#/consents/${held}/person`, reach: copyPerson, leave: closeDialog },
    { name: 'erasure', fragment: `#/consents/${held}/person/erasure`, reach: askForErasure },
    {
      name: 'erasure-confirm',
      fragment: `#/consents/${held}/person/erasure`,
      reach: confirmErasure,
      leave: closeDialog,
    },
    { name: 'revoke-all', fragment: `#/consents/${held}/person/revoke` },
    { name: 'erasures', fragment: '#/erasures' },
    { name: 'record', fragment: '#/record' },
    { name: 'due', fragment: '#/due?days=365' },
    { name: 'user', fragment: '#/user' },
    { name: 'revoke', fragment: `#/consents/${held}/revoke`, reach: fillRevocation },
    { name: 'revoke-confirm', fragment: `#/consents/${held}/revoke`, reach: confirmRevocation },
    { name: 'notices', fragment: '#/notices' },
    { name: 'notice', fragment: '#/notices/1' },
    { name: 'notice-version', fragment: '#/notices/1/2' },
    { name: 'nowhere', fragment: '#/nowhere' },
    { name: 'failed', fragment: '#/', reach: meetFailure },
    { name: 'waiting', fragment: '#/', reach: meetDelay, leave: stopWaiting },
  ];
};

const schemes = ['light', 'dark'] as const;
/** A small screen and a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** A page, and what waits until all of it is there. */
interface Shown {
  readonly page: Page;
  readonly settle: () => Promise<void>;
}

const shoot = async (page: Page, out: string, name: string): Promise<void> => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(150);
    const { width } = page.viewportSize() ?? { width: 0 };
    await page.screenshot({ path: join(out, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  }
};

const goTo = async ({ page, settle }: Shown, { fragment = '#/', reach }: View): Promise<void> => {
  await lead(page, '#/notices/3');
  await settle();
  await lead(page, fragment);
  await settle();
  await reach?.(page);
  await page.waitForTimeout(300);
};

const openDoor = async (browser: Browser, url: string): Promise<Shown> => {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: sizes[0],
  });
  const page = await context.newPage();
  const settle = newSettling(page);
  await page.goto(url);
  await settle();
  return { page, settle };
};

/** Writes the sign-in and every view in both sizes and both schemes, each as it first appears there. @param url of the console */
const takeAll = async (browser: Browser, url: string, views: readonly View[], out: string): Promise<void> => {
  const shown = await openDoor(browser, url);
  const { page } = shown;
  const atSizes = async (name: string, view?: View): Promise<void> => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      if (view !== undefined) await goTo(shown, view);
      await shoot(page, out, name);
      await view?.leave?.(page);
    }
  };
  await atSizes('sign-in');
  await signIn(page);
  for (const view of views) {
    console.info(view.name);
    await atSizes(view.name, view);
  }
  await page.context().close();
};

/** Writes the page that verifies, as it first appears and with a document that the keys of the register verify. */
const takeVerifying = async (browser: Browser, baseUrl: string, out: string): Promise<void> => {
  const client = createClient({ baseUrl, email, password: demoPassword });
  const document = await client.getEvidenceFile({ id: await findId(baseUrl, { userData: ada, state: 'active' }) });
  const buffer = Buffer.from(document);
  for (const viewport of sizes) {
    const page = await browser.newPage({ locale: 'en-GB', viewport });
    await page.goto(`${baseUrl}/console/verify`);
    await page.getByText('proves more').waitFor();
    await shoot(page, out, 'verify');
    await page.setInputFiles('#document', { name: 'evidence.json', mimeType: 'application/json', buffer });
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();
    await shoot(page, out, 'verified');
    await page.close();
  }
};

/** Writes one view as it first appears on a screen in light. */
const takeOne = async (browser: Browser, url: string, view: View, path: string): Promise<void> => {
  const shown = await openDoor(browser, url);
  const { page } = shown;
  await signIn(page);
  await goTo(shown, view);
  await page.screenshot({ path });
  await page.context().close();
};

const { out, only, write } = readOptions(
  'explore screenshots',
  'Writes pictures of every page of the console, with the demo data, on a telephone and on a screen, in light and dark.',
  {
    out: ['the folder to write to', 'shots'],
    only: ['the views whose name begins so', ''],
    write: ['put the picture of README.md into docs/console.png as well'],
  },
);

const readmePicture = join(import.meta.dirname, '../docs/console.png');

await mkdir(out, { recursive: true });
const service = await startService();
const browser = await launchChromium();
try {
  const url = `${service.baseUrl}/console`;
  const views = await listViews(service.baseUrl);
  await takeAll(
    browser,
    url,
    views.filter(({ name }) => only.split(',').some((part) => name.startsWith(part))),
    out,
  );
  if ('verify'.startsWith(only)) await takeVerifying(browser, service.baseUrl, out);
  const shown = views.find(({ name }) => name === 'consent');
  if (write && shown) await takeOne(browser, url, shown, readmePicture);
} finally {
  await browser.close();
  await service.stop();
}
