import { afterAll, beforeAll, describe, expect } from 'vitest';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { testOf } from './extent.ts';
import { holdFaults } from './form-faults.ts';
import { holdNotice } from './form-notice.ts';
import type { FormSite } from './form-sites.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { holdOddForms } from './odd-forms.ts';
import type { Site } from './program.ts';
import { makeState, recipeEnvironment, startSite } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const add = '/consent-register/add';

/** Holds what all recipes with a form must do. */
export const describeForm = (definition: FormSite, register: () => TestRegister): void => {
  const { recipe, interpreter, command, path, settings = {}, proofUrl } = definition;

  const represented = representedBy(
    `test/docs/recipes-${interpreter === 'php' ? 'php-' : ''}forms.test.ts`,
    `${recipe} > the proof is the form as it was shown and its address, and sending it twice records once`,
    needsProgram(interpreter),
  );

  describe(recipe, represented, () => {
    let front: Front;
    let site: Site;
    const { state, remove } = makeState();
    afterAll(remove);

    const start = (registerUrl: string, place: string): Promise<Site> =>
      startSite(command, path, { ...recipeEnvironment(registerUrl, place), REGISTER_LANG: 'deu', ...settings });
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      site = await start(front.url, state);
      return async () => {
        front.close();
        await site.stop();
      };
    });

    const pageUrl = 'https://shop.example/newsletter';
    const person = (name: string) => ({
      email: `${name}@${recipe.replaceAll(/[\W_]/g, '-')}.example`,
      first_name: "O'Neil",
    });
    const sendForm = async (fields: Readonly<Record<string, string>>) =>
      (await openForm(site.url)).send({ ...fields, agree: '1' });

    testOf('rest')('many people at once are recorded with one login', async () => {
      const people = ['ada', 'grace', 'edith', 'mary'].map(person);

      const pages = await Promise.all(people.map(sendForm));

      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { email } of people) expect(await register().consentsOf(email)).toHaveLength(1);
      expect(front.sentTo('/login')).toHaveLength(1);
    });

    testOf('gate')(
      'the proof is the form as it was shown and its address, and sending it twice records once',
      async () => {
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
          proof: { url: proofUrl?.(site.url) ?? pageUrl, html: expect.stringMatching(/agree/) },
        });
        expect(form.html).toContain(consent?.proof.html);
        expect((await sendForm(ida)).status).toBe(200);
        expect(await register().consentsOf(ida.email)).toHaveLength(2);
      },
    );

    testOf('rest')('a field that is hidden in the form does not choose the address in the proof', async () => {
      const { email } = person('eve');
      const { status } = await (await openForm(site.url)).send({ email, agree: '1', page: '8' });

      const consents = await register().consentsOf(email);
      expect(consents.map(({ proof }) => proof.url)).toEqual(status === 200 ? [proofUrl?.(site.url) ?? pageUrl] : []);
    });

    testOf('rest')('a form that was sent before with other details is refused', async () => {
      const [first, second] = [person('first'), person('second')];
      const form = await openForm(site.url);
      await form.send({ ...first, agree: '1' });

      const page = await form.send({ ...second, agree: '1' });

      expect(page).toEqual({ status: 409, html: expect.stringContaining('sent before') });
      expect(await register().consentsOf(second.email)).toEqual([]);
      expect(site.log()).toContain('key');
    });

    testOf('gate')('nothing is sent without the tick, and a refusal of the register is told', async () => {
      const una = person('una');
      const sent = front.sentTo(add).length;
      const { status } = await (await openForm(site.url)).send(una);
      expect([302, 422]).toContain(status);
      expect(front.sentTo(add)).toHaveLength(sent);

      front.fail(add, { status: 422 });
      expect(await sendForm(una)).toEqual({ status: 422, html: expect.stringContaining('could not accept') });
      expect(site.log()).toContain('userData[email]');
    });

    testOf('rest')("what was typed is recorded as it was typed, and a wrong address is nobody else's", async () => {
      const ivy = { ...person('ivy'), first_name: String.raw`O\'Neil <b>"Käthe"</b> \\ 100%ab & a < b &amp;` };
      expect((await sendForm(ivy)).status).toBe(200);
      expect(await register().consentsOf(ivy.email)).toEqual([expect.objectContaining({ userData: ivy })]);

      const { email } = person('amy');
      await sendForm({ email: `a my${email.slice(3)}` });
      expect(await register().consentsOf(email)).toEqual([]);

      const sent = front.sentTo(add).length;
      for (const wrong of ['x@y', '@shop.example', 'ivy', `x@${'y.'.repeat(100)}example`])
        expect([302, 422]).toContain((await sendForm({ email: wrong })).status);
      expect(front.sentTo(add)).toHaveLength(sent);
    });

    holdOddForms(
      definition,
      register,
      () => front,
      () => site,
    );
    const ground = {
      recipe,
      front: () => front,
      site: () => site,
      state,
      register,
      person,
      sendForm,
      startAnother: start,
    };
    holdNotice(ground);
    holdFaults(ground);
  });
};
