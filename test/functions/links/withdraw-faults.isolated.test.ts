import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lagIndexes } from '../../support/faults/index-lag.ts';
import type { Interception, StoreCall } from '../../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { recordLog } from '../leaks/log-record.ts';

const proxy = await startStoreProxy();
const { limits } = await import('../../../shared/api/limits.ts');
const { timeOf } = await import('../../../shared/runtime/identifier.ts');
const { newLink, openLink, pressButton, unsubscribe } = await import('../../support/call/links.ts');
const { addConsent, newTenant } = await import('../../support/make/builders.ts');
const { deleteItem, readConsentsOf } = await import('../../support/make/stored.ts');
const { logTable, table } = await import('../../support/make/table.ts');
const { keyOf, logKeyOf } = await import('../../../shared/store/keys.ts');
const { queryItems } = await import('../../../shared/store/read.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

beforeEach(() => {
  proxy.intercept = undefined;
});

const headingOf = (html: string): string | undefined => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

const english = { query: 'lang=en' };

/** How many consents of a tenant are revoked, and how many are not. */
const countRevoked = async (tenant: Tenant) => {
  proxy.intercept = undefined;
  const items = await readConsentsOf(tenant);
  const revoked = items.filter(({ revokeTime }) => revokeTime !== undefined).length;
  return { revoked, open: items.length - revoked };
};

const writes = ['UpdateItem', 'TransactWriteItems'];
const isRevocation = ({ name }: StoreCall): boolean => writes.includes(name);

/** A tenant with so many consents of the person. */
const newPerson = async (count: number) => {
  const tenant = await newTenant();
  for (let i = 0; i < count; i += 1) await addConsent(tenant);
  return { tenant, link: await newLink(tenant) };
};

const throttle = storeError(400, 'ProvisionedThroughputExceededException');

describe('an index that is two seconds late', () => {
  test('hides nothing from a withdrawal, which says that it is done only when it is', async () => {
    const { tenant, link } = await newPerson(3);
    const late: Interception = lagIndexes(
      (_list, id) => Date.now() - timeOf(id).getTime() < 2_000,
      () => 10,
    );
    proxy.intercept = late;
    expect((await openLink(link, english)).text).toContain('No consent is recorded for this link.');

    const { status, text } = await pressButton(link, tenant.pid, english);

    expect([status, headingOf(text)]).toEqual([200, '3 consents are withdrawn.']);
    expect(await countRevoked(tenant)).toEqual({ revoked: 3, open: 0 });
  });
});

/** Records a consent by a function whose clock is so many milliseconds ahead. */
const addAhead = async (tenant: Tenant, milliseconds: number): Promise<void> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  await addConsent(tenant);
  vi.useRealTimers();
};

test('a consent that was given just before, by a clock that is ahead, is withdrawn, and not before it was given', async () => {
  const tenant = await newTenant();
  await addAhead(tenant, 1_000);

  const { status } = await unsubscribe(await newLink(tenant, { use: 'one-click', pid: tenant.pid }));

  expect(status).toBe(200);
  const [consent] = await readConsentsOf(tenant);
  expect(consent?.revokeTime).toBe(consent?.time);
});

test.each([500, 1_500])('with %i milliseconds left to answer, nothing is said to be withdrawn', async (remaining) => {
  const { tenant, link } = await newPerson(1);

  expect(await pressButton(link, tenant.pid, { remaining })).toMatchObject({ status: 503 });
});

test('a consent that is given after the press stays', async () => {
  const { tenant, link } = await newPerson(2);
  let isAdded = false;
  proxy.intercept = async (call) => {
    if (isRevocation(call) && !isAdded) {
      isAdded = true;
      await addAhead(tenant, 2_500);
    }
    return call.forward();
  };

  const { status, text } = await pressButton(link, tenant.pid, english);

  expect([status, headingOf(text)]).toEqual([200, '2 consents are withdrawn.']);
  expect(await countRevoked(tenant)).toEqual({ revoked: 2, open: 1 });
});

test('a consent that somebody deletes just before it is revoked is entered in the journal as gone', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  let isDeleted = false;
  proxy.intercept = async (call) => {
    if (isRevocation(call) && !isDeleted) {
      isDeleted = true;
      await deleteItem(table, keyOf.consent(tenant.accountId, consentId));
    }
    return call.forward();
  };

  const { status, text } = await pressButton(await newLink(tenant), tenant.pid, english);

  expect([status, headingOf(text), isDeleted]).toEqual([200, 'This is already withdrawn.', true]);
  const journal = await queryItems(logTable, logKeyOf.journalOfConsent(consentId, ''));
  expect(journal.map(({ SK }) => SK)).toEqual(['removed##']);
});

describe('a list of as many entries as a page looks at', () => {
  test.each([
    ['and no more', 0, false],
    ['and one more', 1, true],
  ])('%s', async (_title, more, isMore) => {
    const { link } = await newPerson(1);
    let entries: readonly Readonly<Record<string, unknown>>[] = [];
    proxy.intercept = async (call) => {
      const answer = await call.forward();
      if (call.name !== 'Query' || call.input.IndexName === undefined) return answer;
      const { Items, LastEvaluatedKey: _last, ...output } = answer.output;
      if (call.input.ExclusiveStartKey !== undefined)
        return { ...answer, output: { ...output, Items: entries.slice(0, more) } };
      entries = Array(limits.linkEntries).fill((Items as typeof entries)[0]);
      const names = ['PK', 'SK', 'emailKey'];
      const LastEvaluatedKey = Object.fromEntries(names.map((name) => [name, entries[0]?.[name]]));
      return { ...answer, output: { ...output, Items: entries, LastEvaluatedKey } };
    };

    const { status, text } = await openLink(link, english);

    expect([status, text.match(/<article/g)?.length]).toEqual([200, 1]);
    expect(text.includes('There is more than this page shows.')).toBe(isMore);
  });
});

describe('a table that fails in the middle', () => {
  test('for a moment: the withdrawal goes on, and all is withdrawn', async () => {
    const { tenant, link } = await newPerson(12);
    let [failing, written] = [0, 0];
    proxy.intercept = async (call) => {
      if (isRevocation(call)) written += 1;
      if (written <= 3 || failing === 20) return call.forward();
      failing += 1;
      return throttle;
    };

    const { status, text } = await pressButton(link, tenant.pid, english);

    expect([status, headingOf(text)]).toEqual([200, '12 consents are withdrawn.']);
    expect(failing).toBe(20);
    expect(await countRevoked(tenant)).toEqual({ revoked: 12, open: 0 });
  });

  test('permanently: 503 says how many are left, the newest are withdrawn, and the next press does the rest', async () => {
    const { tenant, link } = await newPerson(6);
    const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid });
    let written = 0;
    proxy.intercept = async (call) => {
      if (!isRevocation(call)) return call.forward();
      written += 1;
      return written <= 2 ? call.forward() : throttle;
    };

    const first = await pressButton(link, tenant.pid, { ...english, remaining: 4_000 });
    const second = await unsubscribe(oneClick, { ...english, remaining: 4_000 });

    for (const { status, headers, text } of [first, second]) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(headingOf(text)).toBe('4 consents may not be withdrawn yet.');
      expect(text).toMatch(/Press the button again\. If that fails, ask Account \d+\.<.*<form method="post"/);
    }
    expect(await countRevoked(tenant)).toEqual({ revoked: 2, open: 4 });
    const third = await unsubscribe(oneClick, english);
    expect([third.status, headingOf(third.text)]).toEqual([200, '4 consents are withdrawn.']);
    expect(await countRevoked(tenant)).toEqual({ revoked: 6, open: 0 });
  });

  test('where the list cannot be read again, nothing is said to be done', async () => {
    const { tenant, link } = await newPerson(2);
    let lists = 0;
    proxy.intercept = async (call) => {
      if (call.name !== 'Query') return call.forward();
      lists += 1;
      return lists === 1 ? call.forward() : throttle;
    };

    const { status, text } = await pressButton(link, tenant.pid, { ...english, remaining: 4_000 });

    expect([status, headingOf(text)]).toEqual([503, 'It is not certain yet that everything is withdrawn.']);
    expect(await countRevoked(tenant)).toEqual({ revoked: 2, open: 0 });
  });

  test('a store that answers nothing any more is given up in time', async () => {
    const { tenant, link } = await newPerson(2);
    proxy.intercept = async (call) => (isRevocation(call) ? new Promise(() => {}) : call.forward());
    const began = performance.now();

    const { status } = await pressButton(link, tenant.pid, { ...english, remaining: 4_000 });

    expect([status, performance.now() - began < 3_900]).toEqual([503, true]);
    expect(await countRevoked(tenant)).toEqual({ revoked: 0, open: 2 });
  });

  test('answers that are lost make no second revocation', async () => {
    const { tenant, link } = await newPerson(3);
    let lost = 0;
    proxy.intercept = async (call) => {
      const answer = await call.forward();
      if (!isRevocation(call) || lost === 3) return answer;
      lost += 1;
      return undefined;
    };

    const { status } = await pressButton(link, tenant.pid, english);

    expect([status, lost]).toEqual([200, 3]);
    expect(await countRevoked(tenant)).toEqual({ revoked: 3, open: 0 });
  });

  test('a consent that cannot be revoked keeps none of the others, and the answer is no success', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    for (let i = 0; i < 4; i += 1) await addConsent(tenant);
    proxy.intercept = async (call) =>
      isRevocation(call) && JSON.stringify(call.input).includes(consentId)
        ? storeError(400, 'AccessDeniedException')
        : call.forward();

    const { status, text } = await pressButton(await newLink(tenant), tenant.pid, english);

    expect([status, headingOf(text)]).toEqual([503, 'One consent may not be withdrawn yet.']);
    expect(await countRevoked(tenant)).toEqual({ revoked: 4, open: 1 });
  });

  test('a page for which the store answers nothing is given up in time', async () => {
    const { link } = await newPerson(1);
    proxy.intercept = () => new Promise(() => {});
    const began = performance.now();

    const { status, text } = await openLink(link, { ...english, remaining: 2_000 });

    expect([status, headingOf(text), performance.now() - began < 1_900]).toEqual([503, 'This did not work', true]);
  });

  test('an unreadable page gets a sentence about it, and names nobody', async () => {
    const { link } = await newPerson(1);
    proxy.intercept = async (call) => (call.name === 'Query' ? throttle : call.forward());

    const { status, headers, text } = await openLink(link, english);

    expect([status, headers['retry-after'], headingOf(text)]).toEqual([503, '5', 'This did not work']);
    expect(text).not.toContain('Account');
  });
});

describe('made-up links', () => {
  test('open nothing and read nothing, not even a secret more than once a minute', async () => {
    await openLink(await newLink(await newTenant()));
    let calls = 0;
    proxy.intercept = async (call) => {
      calls += 1;
      return call.forward();
    };
    const noise = (): Buffer => crypto.getRandomValues(Buffer.alloc(85));

    for (let i = 0; i < 2_000; i += 1) {
      const bytes = noise();
      if (i % 2 === 0) bytes.writeUInt8(1, 0);
      const link = bytes.toString('base64url');
      const { status } = i % 4 < 2 ? await openLink(link) : await unsubscribe(link);
      expect(status).toBe(404);
    }
    expect(calls).toBe(0);
  });
});

test('nothing that is printed has a piece of a link, a value or a name, whatever comes', async () => {
  const { tenant, link } = await newPerson(2);
  const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid });
  const broken = `${link.slice(0, 60)}A${link.slice(61)}`;
  const log = recordLog();
  const headers = { referer: `https://consents.shop.example/p/${link}`, 'accept-language': 'en' };
  const see = async (): Promise<void> => {
    for (const one of [link, broken, `${link}/x`]) {
      for (const query of ['', 'text=1', `text=${link}`, `lang=${link}`]) {
        await openLink(one, { query, headers });
        await openLink(one, { method: 'HEAD', query, headers });
      }
      await openLink(one, { method: 'POST', headers });
      await unsubscribe(one, { headers });
    }
  };
  await see();
  proxy.intercept = async (call) => (call.name === 'Query' ? throttle : call.forward());
  await see();
  proxy.intercept = async () => storeError(400, 'ValidationException', { message: link });
  await see();
  await pressButton(link, tenant.pid, { headers });
  proxy.intercept = async (call) => (isRevocation(call) ? throttle : call.forward());
  await pressButton(link, tenant.pid, { headers, remaining: 3_500 });
  proxy.intercept = undefined;
  await Promise.all([pressButton(link, tenant.pid, { headers }), unsubscribe(oneClick, { headers })]);

  const pieces = [link, oneClick].flatMap((text) =>
    Array.from({ length: text.length - 11 }, (_, i) => text.slice(i, i + 12)),
  );
  expect(log.lines.length).toBeGreaterThan(50);
  expect(log.lines.filter((line) => pieces.some((piece) => line.includes(piece)))).toEqual([]);
  expect(log.lines.filter((line) => /ada@|Account \d/.test(line))).toEqual([]);
  expect(log.lines.some((line) => line.includes('link.withdrawn'))).toBe(true);
  expect(log.lines.some((line) => line.includes('/p/{link}'))).toBe(true);
});
