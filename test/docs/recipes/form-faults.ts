import { expect, test } from 'vitest';
import type { Front } from './front.ts';
import type { TestRegister } from './register.ts';
import type { Page } from './visitor.ts';

const add = '/consent-register/add';

/** What a visitor types. */
type Person = Readonly<Record<'email' | 'first_name', string>>;

interface Ground {
  readonly front: () => Front;
  readonly register: () => TestRegister;
  readonly person: (name: string) => Person;
  readonly sendForm: (fields: Readonly<Record<string, string>>) => Promise<Page>;
}

/** Holds what a recipe does when the register, or the way to it, fails. */
export const holdFaults = ({ front, register, person, sendForm }: Ground): void => {
  test('an answer that was lost is asked for again, no sooner than told, with the same key', async () => {
    const eva = person('eva');
    const sent = front().sentTo(add).length;
    front().fail(add, { status: 503, retryAfter: 1, isLate: true }, { status: 429, retryAfter: 0 });

    expect((await sendForm(eva)).status).toBe(200);

    const tries = front().sentTo(add).slice(sent);
    expect(tries).toHaveLength(3);
    expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
    expect((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
    expect(await register().consentsOf(eva.email)).toHaveLength(1);
  });

  test('an answer that breaks off, or is not of a register, is none', async () => {
    const lea = person('lea');
    const sent = front().sentTo(add).length;
    front().fail(add, { status: 200, isCut: true }, { status: 200, body: '<h1>Welcome</h1>' });

    expect((await sendForm(lea)).status).toBe(200);

    expect(front().sentTo(add)).toHaveLength(sent + 3);
    expect(await register().consentsOf(lea.email)).toHaveLength(1);
  });

  test('a refused token is refreshed once, or else a new login made', async () => {
    const zoe = person('zoe');
    const [logins, refreshes] = ['/login', '/refresh-token'].map((to) => front().sentTo(to).length);
    front().fail(add, { status: 401 });
    expect((await sendForm(zoe)).status).toBe(200);
    expect([front().sentTo('/login').length, front().sentTo('/refresh-token').length]).toEqual([
      logins,
      (refreshes ?? 0) + 1,
    ]);

    front().fail(add, { status: 401 });
    front().fail('/refresh-token', { status: 401 });
    expect((await sendForm(zoe)).status).toBe(200);
    expect(front().sentTo('/login')).toHaveLength((logins ?? 0) + 1);

    front().fail(add, { status: 401 }, { status: 401 });
    expect((await sendForm(zoe)).status).toBe(503);
    expect(await register().consentsOf(zoe.email)).toHaveLength(2);
  });

  test('it gives up after four tries, and at once where it would wait long', async () => {
    const kim = person('kim');
    const fault = { status: 503, retryAfter: 0 };
    const sent = front().sentTo(add).length;
    front().fail(add, fault, fault, fault, fault);
    expect(await sendForm(kim)).toEqual({ status: 503, html: expect.stringContaining('try again later') });
    expect(front().sentTo(add)).toHaveLength(sent + 4);

    front().fail(add, { status: 503, retryAfter: 30 });
    expect((await sendForm(kim)).status).toBe(503);
    expect(front().sentTo(add)).toHaveLength(sent + 5);
    expect(await register().consentsOf(kim.email)).toEqual([]);
  });
};
