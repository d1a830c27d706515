import { expect } from 'vitest';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import type { Site } from './program.ts';
import type { TestRegister } from './register.ts';
import type { Page } from './visitor.ts';
import { openForm, readForm, readPage, readTyped } from './visitor.ts';

const add = '/consent-register/add';

/** What a visitor types. */
type Person = Readonly<Record<'email' | 'first_name', string>>;

interface Ground {
  readonly recipe: string;
  readonly front: () => Front;
  readonly site: () => Site;
  readonly register: () => TestRegister;
  readonly person: (name: string) => Person;
  readonly sendForm: (fields: Readonly<Record<string, string>>) => Promise<Page>;
}

/** Holds what a recipe does when the register, or the way to it, fails. */
export const holdFaults = ({ recipe, front, site, register, person, sendForm }: Ground): void => {
  testOf('rest')('an answer that was lost is asked for again, no sooner than told, with the same key', async () => {
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

  testOf('rest')(
    'an answer that breaks off is asked for again, and one that is not of a register is none',
    async () => {
      const lea = person('lea');
      const sent = front().sentTo(add).length;
      front().fail(add, { status: 200, isCut: true });
      expect((await sendForm(lea)).status).toBe(200);
      expect(front().sentTo(add)).toHaveLength(sent + 2);

      const mend = front().failAlways(add, { status: 200, body: '<h1>Welcome</h1>' });
      expect(await sendForm(lea)).toEqual({ status: 503, html: expect.stringContaining('try again later') });
      mend();
      expect(await register().consentsOf(lea.email)).toHaveLength(1);
    },
  );

  testOf('rest')('a refused token is refreshed once, or else a new login made', async () => {
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

    const mend = front().failAlways(add, { status: 401 });
    expect((await sendForm(zoe)).status).toBe(503);
    mend();
    expect(await register().consentsOf(zoe.email)).toHaveLength(2);
  });

  testOf('rest')('it gives up after four tries, and at once where it would wait long', async () => {
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

  testOf('rest')('what may have been recorded can be sent again, and is recorded once', async () => {
    const una = { ...person('una-again'), agree: '1' };
    const form = await openForm(site().url);
    front().fail(add, { status: 503, retryAfter: 30, isLate: true });
    const { status, html } = await form.send(una);
    expect(status).toBe(503);

    const again =
      readPage(html, site().url).querySelector('form') === null ? form : readForm(html, site().url, form.cookie);
    expect((await again.send(una)).status).toBe(200);
    expect(await register().consentsOf(una.email)).toHaveLength(1);
  });

  if (!recipe.startsWith('wordpress')) {
    testOf('rest')('a form that is shown anew has what was typed, without the tick', async () => {
      const typed = { ...person('tess'), first_name: String.raw`"><b>O\'Neil</b> {key} {{ $key }} &amp; 100%s` };
      const form = await openForm(site().url);
      expect(readTyped(form.html)).toEqual({ first_name: '', email: '', isTicked: false });

      for (const fault of [{ status: 409 }, { status: 422 }, { status: 503, retryAfter: 30 }]) {
        front().fail(add, fault);
        const { status, html } = await sendForm(typed);
        expect({ status, ...readTyped(html) }).toEqual({ status: fault.status, ...typed, isTicked: false });
      }
      front().fail(add, { status: 503, retryAfter: 30 });
      const { html } = await form.send({ ...typed, agree: '1' });
      expect((await readForm(html, site().url, form.cookie).send({ ...typed, agree: '1' })).status).toBe(200);
      const [consent] = await register().consentsOf(typed.email);
      expect(form.html).toContain(consent?.proof.html);
    });
  }

  testOf('rest').each([400, 413])('what will never be taken (%i) is told apart from an outage', async (status) => {
    const { email } = person(`never-${status}`);
    front().fail(add, { status });
    expect(await sendForm({ email })).toEqual({ status, html: expect.stringContaining('could not accept') });
  });

  testOf('rest')('a project that the register does not know is not held against the visitor', async () => {
    const { email } = person('not-hers');
    front().fail(add, { status: 422, field: 'projectUid' });
    expect(await sendForm({ email })).toEqual({ status: 503, html: expect.stringContaining('try again later') });
  });

  if (/^(?:wordpress|laravel)/.test(recipe)) {
    testOf('rest')('a register that hangs keeps a visitor for 15 seconds', async () => {
      const { email } = person('hannah');
      const form = await openForm(site().url);
      const hanging = { status: 0, hangs: true };
      front().fail(add, hanging, hanging);
      const started = Date.now();
      expect((await form.send({ email, agree: '1' })).status).toBe(503);
      expect(Date.now() - started).toBeLessThan(18_000);
    });
  }
};
