import { expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import {
  confirmationPageRoutes,
  confirmingRoutes,
  linkPageRoutes,
  withdrawalRoutes,
} from '../../../shared/api/other-routes.ts';
import { addUnits, startMeter } from '../../support/call/meter.ts';
import { startMailService } from '../../support/faults/mail-service.ts';

const meter = await startMeter();
const mail = await startMailService();
const { openMailLink, pressConfirm } = await import('../../support/call/confirmations.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { fieldEncoders, newLink, openLink, pressButton, unsubscribe } = await import('../../support/call/links.ts');
const { consentOf, newKey, newTenant, spendUnits } = await import('../../support/make/builders.ts');
const { passTime, setTime } = await import('../../support/make/clock.ts');
const { findShelf, stock } = await import('../../support/make/stock.ts');
const { table } = await import('../../support/make/table.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;
type Answer = { readonly status: number; readonly text: string };

/** Gives consents of one person to a notice, a second apart. @param from seconds before now of the first */
const give = async ({ accountId, projectUid }: Tenant, pid: number, count: number, from: number): Promise<void> => {
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const began = Date.now() - from * 1_000;
  await stock(
    table,
    shelf,
    Array.from({ length: count }, (_, i) => ({
      time: new Date(began + i * 1_000),
      userData: { email: 'ada@example.com' },
    })),
  );
};

/** A tenant one of whose people has withdrawn a thousand consents to a notice, and has one in force to each of the others. */
const newWithdrawn = async (notices: number): Promise<Tenant> => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant({ notices });
  for (const { pid } of tenant.notices.slice(1)) await give(tenant, pid, 1, 4_000);
  await give(tenant, tenant.pid, 1_000, 3_000);
  const pressed = await pressButton(await newLink(tenant), tenant.pid, { query: 'lang=en' });
  expect(pressed.text).toContain('1000 consents are withdrawn.');
  return tenant;
};

const askForMail = async (tenant: Tenant): Promise<string> => {
  passTime(1_000_000);
  const { token } = await newKey(tenant);
  const { status } = await invoke('requestConfirmation', consentOf(tenant), { token });
  expect(status).toBe(200);
  return mail.links()[0] ?? '';
};

/** What somebody may do at each route, whose answer the table below has. */
const actsOf = ({
  pid,
}: Tenant): Readonly<Record<string, Readonly<Record<string, (link: string) => Promise<Answer>>>>> => ({
  'GET /p/{link}': {
    page: (link) => openLink(link),
    text: (link) => openLink(link, { query: `text=${pid}` }),
    'text of no notice': (link) => openLink(link, { query: 'text=x' }),
  },
  'HEAD /p/{link}': { head: (link) => openLink(link, { method: 'HEAD' }) },
  'POST /p/{link}': {
    'another body': (link) => openLink(link, { method: 'POST', sent: fieldEncoders.urlencoded({}) }),
    'press again': (link) => pressButton(link, pid),
  },
  'GET /u/{link}': { page: (link) => openLink(link, { use: 'one-click' }) },
  'HEAD /u/{link}': { head: (link) => openLink(link, { use: 'one-click', method: 'HEAD' }) },
  'POST /u/{link}': {
    'another body': (link) =>
      openLink(link, { use: 'one-click', method: 'POST', sent: fieldEncoders.urlencoded({ notice: '1' }) }),
    'press again': (link) => unsubscribe(link),
  },
  'GET /c/{link}': { page: (link) => openMailLink(link) },
  'HEAD /c/{link}': { head: (link) => openMailLink(link, { method: 'HEAD' }) },
  'POST /c/{link}': {
    'another body': (link) => openMailLink(link, { method: 'POST', sent: fieldEncoders.urlencoded({}) }),
    press: (link) => pressConfirm(link),
  },
});

const routes = [...linkPageRoutes, ...withdrawalRoutes, ...confirmationPageRoutes, ...confirmingRoutes].map(
  ({ method, path }) => `${method} ${path}`,
);

const measure = async (act: (link: string) => Promise<Answer>, link: string) => {
  const { result, calls } = await meter(() => act(link));
  const { read, write } = addUnits(calls);
  return { status: result.status, calls: calls.length, read, write };
};

const tell = ({ status, calls, read, write }: Awaited<ReturnType<typeof measure>>): string =>
  `${status}: ${calls} calls, ${read} RU${write > 0 ? `, ${write} WU` : ''}`;

/** A press looks until a time is over, and again at what the engine was slow to answer. */
const tellPress = ({ status, read }: Awaited<ReturnType<typeof measure>>): string =>
  `${status}: ${read < 1_500 ? 'less than' : 'at least'} 1500 RU`;

test('what each public page costs of a person with a thousand withdrawn consents', { timeout: 120_000 }, async () => {
  const tenant = await newWithdrawn(3);
  const acts = actsOf(tenant);
  expect(Object.keys(acts).sort()).toEqual([...routes].sort());
  const lines: string[] = [];
  for (const route of routes) {
    lines.push(`${route}:`);
    const draft = route.includes('/u/') ? ({ use: 'one-click', pid: tenant.pid } as const) : {};
    for (const [name, act] of Object.entries(acts[route] ?? {})) {
      const link = route.includes('/c/') ? await askForMail(tenant) : await newLink(tenant, draft);
      passTime(120_000);
      await act(`${link.slice(0, -10)}AAAAAAAAAA`);
      const cells = {
        [name]: await measure(act, link),
        'made up': await measure(act, `${link.slice(0, -10)}AAAAAAAAAA`),
      };
      passTime(120_000);
      for (const part of ['pages', 'presses'] as const) await spendUnits(tenant, part);
      cells['budget used up'] = await measure(act, link);
      for (const [cell, costs] of Object.entries(cells))
        lines.push(`  ${cell} ${cell === 'press again' ? tellPress(costs) : tell(costs)}`);
    }
  }

  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "GET /p/{link}:
      page 200: 50 calls, 443 RU, 4 WU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
      text 200: 50 calls, 439 RU, 4 WU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
      text of no notice 404: 4 calls, 37 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 2 calls, 2 RU, 1 WU
    GET /u/{link}:
      page 200: 50 calls, 439 RU, 4 WU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
    HEAD /p/{link}:
      head 200: 1 calls, 2 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
    HEAD /u/{link}:
      head 200: 1 calls, 2 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
    POST /p/{link}:
      another body 400: 1 calls, 2 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
      press again 200: at least 1500 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
    POST /u/{link}:
      another body 400: 1 calls, 2 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 1 calls, 2 RU
      press again 200: at least 1500 RU
      made up 404: 0 calls, 0 RU
      budget used up 429: 2 calls, 2 RU, 1 WU
    GET /c/{link}:
      page 200: 3 calls, 5 RU
      made up 404: 1 calls, 3 RU
      budget used up 429: 1 calls, 3 RU
    HEAD /c/{link}:
      head 200: 2 calls, 4 RU
      made up 404: 1 calls, 3 RU
      budget used up 429: 1 calls, 3 RU
    POST /c/{link}:
      another body 400: 0 calls, 0 RU
      made up 400: 0 calls, 0 RU
      budget used up 400: 0 calls, 0 RU
      press 200: 3 calls, 4 RU, 8 WU
      made up 404: 1 calls, 3 RU
      budget used up 429: 1 calls, 3 RU"
  `);
});

test('a page stops reading withdrawn consents in time, says that there is more, and lets withdraw what it has not read', {
  timeout: 60_000,
}, async () => {
  const tenant = await newWithdrawn(1);
  await give(tenant, tenant.pid, 1, 5_000_000);
  const link = await newLink(tenant);
  const { result, calls } = await meter(() => openLink(link, { query: 'lang=en' }));

  expect(addUnits(calls).read).toBeLessThan(limits.linkUnits + 100);
  expect(result.text).toContain('There is more than this page shows.');
  expect(result.text).toMatch(new RegExp(`Withdrawn on 1 March 2026</p>.*?name="notice" value="${tenant.pid}"`, 's'));
  expect((await pressButton(link, tenant.pid, { query: 'lang=en' })).text).toContain('One consent is withdrawn.');
});
