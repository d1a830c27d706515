import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormSite } from './form-sites.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { holdOddForms } from './odd-forms.ts';
import type { Site } from './program.ts';
import { has, makeState, recipeEnvironment, startSite } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const add = '/consent-register/add';

/** Holds what all recipes with a form must do. */
export const describeForm = (definition: FormSite, register: () => TestRegister): void => {
  const { recipe, interpreter, command, path, settings = {}, proofUrl } = definition;

  describe.skipIf(!has(interpreter))(recipe, () => {
    let front: Front;
    let site: Site;
    const { state, remove } = makeState();
    afterAll(remove);

    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      site = await startSite(command, path, { ...recipeEnvironment(front.url, state), ...settings });
      return async () => {
        front.close();
        await site.stop();
      };
    });

    holdOddForms(
      definition,
      () => front,
      () => site,
    );

    const person = (name: string) => ({
      email: `${name}@${recipe.replaceAll(/[\W_]/g, '-')}.example`,
      first_name: "O'Neil",
    });
    const sendForm = async (fields: Readonly<Record<string, string>>) =>
      (await openForm(site.url)).send({ ...fields, agree: '1' });

    test('many people at once are recorded with one login', async () => {
      const people = ['ada', 'grace', 'edith', 'mary'].map(person);

      const pages = await Promise.all(people.map(sendForm));

      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { email } of people) expect(await register().consentsOf(email)).toHaveLength(1);
      expect(front.sentTo('/login')).toHaveLength(1);
    });

    test('the proof is the form as it was shown and its address, and sending it twice records once', async () => {
      const ida = person('ida');
      const form = await openForm(site.url);

      expect([await form.send({ ...ida, agree: '1' }), await form.send({ ...ida, agree: '1' })]).toEqual([
        expect.objectContaining({ status: 200, html: expect.stringContaining('you are subscribed') }),
        expect.objectContaining({ status: 200 }),
      ]);

      const [consent, ...others] = await register().consentsOf(ida.email);
      expect(others).toEqual([]);
      expect(consent).toMatchObject({
        projectUid: 'demo-shop',
        consentInformationPid: 2,
        channel: 'web.form',
        userData: ida,
        proof: { url: proofUrl?.(site.url) ?? 'https://shop.example/newsletter', html: expect.stringMatching(/agree/) },
      });
      expect(form.html).toContain(consent?.proof.html);
      expect((await sendForm(ida)).status).toBe(200);
      expect(await register().consentsOf(ida.email)).toHaveLength(2);
    });

    test('a form that was sent before with other details is refused', async () => {
      const [first, second] = [person('first'), person('second')];
      const form = await openForm(site.url);
      await form.send({ ...first, agree: '1' });

      const page = await form.send({ ...second, agree: '1' });

      expect(page).toEqual({ status: 409, html: expect.stringContaining('sent before') });
      expect(await register().consentsOf(second.email)).toEqual([]);
      expect(site.log()).toContain('key');
    });

    test('nothing is sent without the tick, and a refusal of the register is told', async () => {
      const una = person('una');
      const sent = front.sentTo(add).length;
      const { status } = await (await openForm(site.url)).send(una);
      expect([302, 422]).toContain(status);
      expect(front.sentTo(add)).toHaveLength(sent);

      front.fail(add, { status: 422 });
      expect(await sendForm(una)).toEqual({ status: 422, html: expect.stringContaining('was refused') });
      expect(site.log()).toContain('userData[email]');
    });

    test('an answer that was lost is asked for again, no sooner than told, with the same key', async () => {
      const eva = person('eva');
      const sent = front.sentTo(add).length;
      front.fail(add, { status: 503, retryAfter: 1, isLate: true }, { status: 429, retryAfter: 0 });

      expect((await sendForm(eva)).status).toBe(200);

      const tries = front.sentTo(add).slice(sent);
      expect(tries).toHaveLength(3);
      expect(new Set(tries.map(({ key }) => key)).size).toBe(1);
      expect((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0)).toBeGreaterThanOrEqual(990);
      expect(await register().consentsOf(eva.email)).toHaveLength(1);
    });

    test('a refused token is refreshed once, or else a new login made', async () => {
      const zoe = person('zoe');
      const [logins, refreshes] = ['/login', '/refresh-token'].map((to) => front.sentTo(to).length);
      front.fail(add, { status: 401 });
      expect((await sendForm(zoe)).status).toBe(200);
      expect([front.sentTo('/login').length, front.sentTo('/refresh-token').length]).toEqual([
        logins,
        (refreshes ?? 0) + 1,
      ]);

      front.fail(add, { status: 401 });
      front.fail('/refresh-token', { status: 401 });
      expect((await sendForm(zoe)).status).toBe(200);
      expect(front.sentTo('/login')).toHaveLength((logins ?? 0) + 1);

      front.fail(add, { status: 401 }, { status: 401 });
      expect((await sendForm(zoe)).status).toBe(503);
      expect(await register().consentsOf(zoe.email)).toHaveLength(2);
    });

    test('it gives up after four tries, and at once where it would wait long', async () => {
      const kim = person('kim');
      const fault = { status: 503, retryAfter: 0 };
      const sent = front.sentTo(add).length;
      front.fail(add, fault, fault, fault, fault);
      expect(await sendForm(kim)).toEqual({ status: 503, html: expect.stringContaining('try again later') });
      expect(front.sentTo(add)).toHaveLength(sent + 4);

      front.fail(add, { status: 503, retryAfter: 30 });
      expect((await sendForm(kim)).status).toBe(503);
      expect(front.sentTo(add)).toHaveLength(sent + 5);
      expect(await register().consentsOf(kim.email)).toEqual([]);
    });
  });
};
