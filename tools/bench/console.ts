import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { startService } from '../../cli/local/service.ts';
import { createClient } from '../../client/typescript/index.ts';
import { limits } from '../../shared/limits.ts';
import { findChromium } from '../../test/e2e/chromium.ts';
import { newSettling } from '../../test/e2e/settling.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import type { Stocked } from '../../test/support/stock.ts';
import { findShelf, stock } from '../../test/support/stock.ts';
import { describeProgram, toCount } from './program-options.ts';
import { quantile, report, round, toTable } from './report.ts';

/** What the page tells of a click: when it came, and when the last change that followed was painted. */
interface Painted {
  readonly clicked: number;
  readonly painted: number;
  readonly calls: readonly (readonly [start: number, end: number])[];
}

/** In the page, before its own code: notes clicks, and what is painted after each change. */
const installClock = (): void => {
  const seen = { clicked: 0, painted: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    seen.painted = performance.now();
  };
  const click = (event: Event): void => {
    seen.clicked = event.timeStamp;
    seen.painted = event.timeStamp;
    performance.clearResourceTimings();
  };
  const change = (): number => requestAnimationFrame(() => port2.postMessage(undefined));
  addEventListener('click', click, { capture: true });
  addEventListener('popstate', click, { capture: true });
  new MutationObserver(change).observe(document, { childList: true, subtree: true, characterData: true });
  const calls = () =>
    performance.getEntriesByType('resource').map(({ startTime, duration }) => [startTime, startTime + duration]);
  Object.assign(window, { tellPaint: () => ({ ...seen, calls: calls() }) });
};

/** Milliseconds from a click to the last paint during which no call was under way. */
const besideCalls = ({ clicked, painted, calls }: Painted): number => {
  let [until, covered] = [clicked, 0];
  for (const [start, end] of [...calls].sort(([one], [other]) => one - other)) {
    const [from, to] = [Math.max(start, until), Math.min(end, painted)];
    if (to <= from) continue;
    covered += to - from;
    until = to;
  }
  return painted - clicked - covered;
};

/** Consents of made-up people, a minute apart; every hundredth is one of the same person. */
function* people(count: number, start: number): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const email = i % 100 === 0 ? 'often@example.com' : `person-${i}@example.com`;
    const userData = { email, first_name: `First ${i}`, last_name: `Last ${i}`, country: 'Italy' };
    yield { time: new Date(start + i * 60_000), userData, lang: i % 2 === 0 ? 'ita' : 'eng' };
  }
}

/** The local service with its demo data and so many consents more. */
const startFilledService = async (count: number) => {
  const TABLE_NAME = 'console';
  const service = await startService({ PORT: await findFreePort(), TABLE_NAME });
  const { id, project } = demoAccounts.demoShop;
  const table = openPatiently(TABLE_NAME);
  await stock(table, await findShelf(table, id, project.uid, 2), people(count, Date.now() - (count + 10) * 60_000));
  return service;
};

const { consents, rounds } = describeProgram(
  'bench console',
  'What the pages of the console take from a click to the paint that follows, beside the calls.',
)
  .option('--consents <number>', 'consents in the register', toCount, 100_000)
  .option('--rounds <number>', 'how often each click is made', toCount, 10)
  .parse()
  .opts();

/** A click, and what is there when its page is whole. */
interface Step {
  readonly name: string;
  readonly click: (page: Page) => Promise<unknown>;
  readonly whole: string;
}

const rows = 'main tbody tr:nth-child(50)';

/** A main page, by its link. */
const room = (name: string, fragment: string, whole: string): Step => ({
  name,
  click: (page) => page.click(`header nav a[href="${fragment}"]`),
  whole,
});

/** Every page but for those that come up after something is sent, each from the one before. */
const steps: readonly Step[] = [
  room('Consents, the newest 50', '#/consents', rows),
  { name: 'Older, the next 50', click: (page) => page.click('nav.actions a:last-child'), whole: rows },
  { name: 'Back to the 50 before', click: (page) => page.goBack(), whole: rows },
  {
    name: 'a value with a match for each consent, 50 of them',
    click: async (page) => {
      await page.fill('input[type=search]', 'Italy');
      await page.selectOption('.asked-value select', 'own');
      await page.fill('.asked-value div:nth-child(3) input', 'country');
      await page.click('form.ask button.primary');
    },
    whole: rows,
  },
  { name: 'a consent', click: (page) => page.click('main tbody tr:first-child td:first-child a'), whole: '.summary' },
  { name: 'revoking it', click: (page) => page.click('main a.final'), whole: 'main form' },
  {
    name: 'a person with a hundredth of the consents, notice by notice',
    click: async (page) => {
      await page.click('header nav a[href="#/consents"]');
      await page.locator(rows).waitFor();
      await page.click('nav.actions a:last-child');
      await page.locator('main tbody tr', { hasText: 'often@example.com' }).first().locator('.person a').click();
    },
    whole: '.state',
  },
  room('Record', '#/record', 'main form'),
  room('Ask again, within 30 days', '#/due', 'main :is(table, .empty)'),
  { name: 'the same within a year, 50 of them', click: (page) => page.selectOption('main select', '365'), whole: rows },
  room('Overview', '#/overview', 'main :is(.headline, .empty)'),
  room('Notices', '#/notices', 'main tbody tr'),
  { name: 'a notice', click: (page) => page.click('main tbody a[href="#/notices/1"]'), whole: 'main tbody tr' },
  { name: 'two versions side by side', click: (page) => page.click('main tbody p a'), whole: 'main :is(ins, del)' },
  { name: 'a version', click: (page) => page.click('main a[href="#/notices/1/2"]'), whole: '.framed' },
  room('Erasures, 20 requests', '#/erasures', 'main section section:nth-of-type(20)'),
  { name: 'the user', click: (page) => page.click('header a[href="#/user"]'), whole: 'main form' },
];

const tell = (page: Page): Promise<Painted> => page.evaluate('tellPaint()');

const runStep = async (page: Page, settle: () => Promise<void>, { click, whole }: Step): Promise<Painted> => {
  await click(page);
  await settle();
  await page.locator(whole).first().waitFor();
  await settle();
  return tell(page);
};

/** As many requests to erase a consent as a user may make in a day. */
const askForErasures = async (baseUrl: string): Promise<void> => {
  const client = createClient({ baseUrl, email: demoAccounts.demoShop.user.email, password: demoPassword });
  const { data } = await client.listConsents({ perPage: 50 });
  const receivedOn = new Date().toISOString().slice(0, 10);
  for (const { id } of data.slice(0, limits.erasureRequestsPerDay)) {
    await client.requestErasure({ ids: id, receivedOn, reason: 'consent-revoked', extent: 'evidence' });
  }
};

const service = await startFilledService(consents);
const browser = await chromium.launch({ ...(await findChromium()), args: ['--no-sandbox', '--disable-gpu'] });
try {
  await askForErasures(service.baseUrl);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const settle = newSettling(page, 120_000);
  page.setDefaultTimeout(120_000);
  await page.addInitScript(installClock);
  await page.goto(`${service.baseUrl}/console`);
  await page.fill('[name=email]', demoAccounts.demoShop.user.email);
  await page.fill('[name=password]', demoPassword);
  await page.press('[name=password]', 'Enter');
  await page.locator('form.ask').waitFor();
  const runs = new Map(steps.map(({ name }) => [name, [] as Painted[]]));
  for (let i = 0; i < rounds; i += 1) {
    for (const step of steps) runs.get(step.name)?.push(await runStep(page, settle, step));
  }
  const cells = [...runs].map(([name, painted]) => {
    const own = painted.map(besideCalls);
    const whole = painted.map((one) => one.painted - one.clicked);
    return [name, round(quantile(whole)), round(quantile(own)), round(Math.max(...own))];
  });
  await report('console', toTable(['click', 'to the paint, ms', 'beside the calls, ms', 'at most, ms'], cells));
} finally {
  await browser.close();
  await service.stop();
}
process.exit();
