import { createHmac } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect } from 'vitest';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { letTenMinutesGoBy } from './clock.ts';
import { testOf } from './extent.ts';
import { toLost } from './form-notice.ts';
import { pageUrl, serveLinks } from './link-site.ts';
import { makeState, recipeEnvironment } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';
import { openForm, readPage, readTyped, userAgent } from './visitor.ts';

/** The link of the double opt-in with its request an hour before the day that it holds for. */
const ageLink = (link: string): string => {
  const [start = '', token = ''] = link.split('confirm=');
  const request = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  const text = Buffer.from(JSON.stringify({ ...request, time: request.time - 25 * 60 * 60 })).toString('base64url');
  const secret = recipeEnvironment('', '').LINK_SECRET ?? '';
  const signature = createHmac('sha256', secret).update(`double-opt-in\n${text}`).digest('base64url');
  return `${start}confirm=${text}.${signature}`;
};

/** Holds what the double opt-in must do. */
export const describeDoubleOptIn = (register: () => TestRegister): void => {
  const represented = representedBy(
    'test/docs/recipes-php-forms.test.ts',
    'php/double-opt-in.php > records after the button of the link only, once, with both steps as proof',
    needsProgram('php'),
  );

  describe('php/double-opt-in.php', represented, () => {
    const { state, remove } = makeState();
    afterAll(remove);
    const sendmail = `sendmail_path="cat > ${join(state, 'mail')}"`;
    const { front, site, here } = serveLinks(
      ['php', '-d', sendmail, '-S', '127.0.0.1:{PORT}', placeOf('php/double-opt-in.php')],
      state,
      register,
    );

    const email = 'ada@double.example';
    const askForLink = async (person = { email }): Promise<string> => {
      const form = await openForm(site().url);
      const { status } = await form.send({ ...person, first_name: 'Ada', agree: '1' });
      expect(status).toBe(200);
      const mail = await readFile(join(state, 'mail'), 'utf8');
      expect(mail.split(/\r?\n/)).toContain(`To: ${person.email}`);
      return here(/https:\S+/.exec(mail)?.[0] ?? '');
    };

    testOf('gate')('records after the button of the link only, once, with both steps as proof', async () => {
      const form = await openForm(site().url);
      const link = await askForLink();
      const confirmation = await openForm(link);
      expect(await register().consentsOf(email)).toEqual([]);

      front().fail('/consent-register/add', { status: 503, retryAfter: 0, isLate: true });
      expect((await confirmation.send({})).status).toBe(200);
      expect((await (await openForm(link)).send({})).status).toBe(200);
      expect(readPage(form.html + confirmation.html, pageUrl).querySelectorAll('[href], [src]')).toHaveLength(0);

      const [consent, ...others] = await register().consentsOf(email);
      expect(others).toEqual([]);
      expect(consent).toMatchObject({
        channel: 'email',
        userData: { email, first_name: 'Ada' },
        proof: {
          url: pageUrl,
          requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          mail: expect.stringContaining(`${pageUrl}?confirm=...`),
          user_agent: userAgent,
        },
      });
      expect(await register().gapsOf(consent?.id ?? '')).toEqual([]);
      expect(form.html).toContain(consent?.proof.html);
      expect(confirmation.html).toContain(consent?.proof.confirmation_html);
      expect(
        new Set(
          front()
            .sentTo('/consent-register/add')
            .map(({ key }) => key),
        ).size,
      ).toBe(1);
      expect(front().sentTo('/login')).toHaveLength(1);
    });

    testOf('rest')('records the version that the form showed, which the page of the link shows again', async () => {
      const shown = await register().notice(2);
      const ida = 'ida@double.example';
      const form = await openForm(site().url);
      expect(form.html).toContain(shown.descriptionHtml.eng);
      const link = await askForLink({ email: ida });
      await register().publish();

      const confirmation = await openForm(link);
      expect(confirmation.html).toContain(shown.descriptionHtml.eng);
      expect((await confirmation.send({})).status).toBe(200);

      const [consent] = await register().consentsOf(ida);
      expect(consent).toMatchObject({ consentInformationVersionId: shown.id, lang: 'eng' });
      expect(consent?.proof.validity_days).toBe(String(shown.validityDays));
      const sent = { first_name: 'Ada', email: ida, agree: '1', notice: `${shown.id}-eng` };
      expect(JSON.parse(consent?.proof.submitted ?? '')).toEqual(sent);
    });

    testOf('rest')(
      'a link for a version that the register lost leads to the form with the one that it has',
      async () => {
        const otto = 'otto@double.example';
        const notice = await register().notice(2);
        letTenMinutesGoBy(state);
        front().fail('/consent-register/information/get', { status: 200, body: toLost(notice) });
        const link = await askForLink({ email: otto });
        const confirmation = await openForm(link);
        expect(confirmation.html).toContain('Yes, subscribe me');

        const { status, html } = await confirmation.send({});
        expect({ status, html }).toEqual({ status: 409, html: expect.stringContaining('link no longer works') });
        expect(html).toContain(`${notice.id}-eng`);
        expect(await register().consentsOf(otto)).toEqual([]);
        expect((await (await openForm(await askForLink({ email: otto }))).send({})).status).toBe(200);
        expect(await register().consentsOf(otto)).toHaveLength(1);
      },
    );

    testOf('rest')('each mail has a link of its own, and each link records once', async () => {
      const uma = 'uma@double.example';
      const first = await askForLink({ email: uma });
      await sleep(1_100);
      const links = [first, await askForLink({ email: uma })];
      for (const link of [...links, ...links]) expect((await (await openForm(link)).send({})).status).toBe(200);
      expect(await register().consentsOf(uma)).toHaveLength(2);
    });

    testOf('rest')('a version that was not shown gets no mail, and without a version there is no form', async () => {
      const { id: foreign } = await register().notice(3);
      await rm(join(state, 'mail'), { force: true });
      const form = await openForm(site().url);
      const { status } = await form.send({ email, agree: '1', notice: `${foreign}-eng` });
      expect(status).toBe(409);
      expect(await readdir(state)).not.toContain('mail');

      for (const file of await readdir(state)) if (file.includes('notice')) await rm(join(state, file));
      front().fail('/consent-register/information/get', { status: 503, retryAfter: 30 });
      const page = await fetch(site().url);
      expect(page.status).toBe(503);
      expect(await page.text()).not.toContain('<form');
    });

    testOf('rest')('a form that is shown anew has what was typed, without the tick', async () => {
      const typed = { first_name: '"><b>Käthe</b> &amp;', email: 'tess@double.example' };
      const { status, html } = await (await openForm(site().url)).send(typed);
      expect({ status, ...readTyped(html) }).toEqual({ status: 422, ...typed, isTicked: false });
    });

    testOf('gate')('a link that is changed or has expired records nothing', async () => {
      const link = await askForLink();
      const sent = front().sent.length;
      const unsigned = link.slice(0, link.lastIndexOf('.'));

      for (const bad of [unsigned, `${unsigned}.x`, `${link}x`, ageLink(link), `${site().url}?confirm=`]) {
        expect((await fetch(bad, { method: 'POST' })).status).toBe(403);
      }
      expect(front().sent).toHaveLength(sent);
      expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    });
  });
};
