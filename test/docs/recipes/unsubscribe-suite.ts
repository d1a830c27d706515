import { afterAll, describe, expect } from 'vitest';
import { run } from '../../e2e/command.ts';
import { testOf } from './extent.ts';
import { pageUrl, serveLinks } from './link-site.ts';
import { makeState, node, recipeEnvironment, startSite } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const revocation = '/consent-register/revoke';

/** Holds what the unsubscribe link must do. */
export const describeUnsubscribe = (register: () => TestRegister): void => {
  describe('node/unsubscribe.js', () => {
    const { state, remove } = makeState();
    afterAll(remove);
    const program = placeOf('node/unsubscribe.js');
    const { front, site, here } = serveLinks([node, program], state, register);

    const person = { email: 'grace+news@unsubscribe.example' };
    const add = async (email = person.email, more: Record<string, unknown> = {}): Promise<string> => {
      const consent = {
        projectUid: 'demo-shop',
        consentInformationPid: 2,
        proof: { url: pageUrl },
        userData: { email },
      };
      const { body } = await register().call('/consent-register/add', { ...consent, ...more });
      return body.consentId;
    };
    const makeLink = async (email = person.email): Promise<string> => {
      const { stdout } = await run(node, [program, email], recipeEnvironment(front().url, state));
      return here(stdout.trim());
    };
    const press = async (link: string) => {
      const response = await fetch(link, { method: 'POST' });
      return { status: response.status, html: await response.text() };
    };
    const sentKeys = () =>
      front()
        .sentTo(revocation)
        .map(({ key }) => key);
    const stateOf = async (email: string) => (await register().consentsOf(email)).map(({ revoked }) => revoked);

    testOf('gate')('revokes all consents after the button of the link, with the page as proof', async () => {
      const ids = [await add(), await add()];
      const other = await add(person.email, { consentInformationPid: 3 });
      const link = await makeLink();
      const page = await openForm(link);
      expect(await stateOf(person.email)).toEqual([false, false, false]);
      ids.push(await add());

      front().fail(revocation, { status: 503, retryAfter: 0, isLate: true }, { status: 401 });
      expect(await page.send({})).toEqual({ status: 200, html: expect.stringContaining('no more newsletters') });

      const consents = await register().consentsOf(person.email);
      for (const id of ids) {
        expect(consents.find((consent) => consent.id === id)).toMatchObject({
          revoked: true,
          revokeChannel: 'web.form',
          revokeProof: { url: pageUrl, email: person.email },
        });
      }
      expect(site().log()).toContain(`The page is at ${site().url.slice(0, -1)}`);
      expect(page.html).toContain('<meta name="viewport" content="width=device-width">');
      expect(page.html).toContain(consents[0]?.revokeProof?.html);
      expect(consents.find(({ id }) => id === other)?.revoked).toBe(false);
      expect(new Set(sentKeys())).toEqual(new Set(ids.map((id) => `unsubscribe-${id}`)));
    });

    testOf('rest')('may be pressed again, also by a mail program, and leaves the first revocations', async () => {
      const before = await register().consentsOf(person.email);
      const link = await makeLink();
      const calls = sentKeys().length;

      const { status } = await fetch(link, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });

      expect(status).toBe(200);
      expect(await register().consentsOf(person.email)).toEqual(before);
      expect(sentKeys()).toHaveLength(calls);
    });

    testOf('rest')('revokes those of every page, however the email is written', async () => {
      const email = 'many@unsubscribe.example';
      for (let i = 0; i < 45; i += 1) await add(i % 2 ? email : email.toUpperCase());

      expect((await press(await makeLink(email))).status).toBe(200);

      expect(await stateOf(email)).toEqual(Array(45).fill(true));
    });

    testOf('rest')('says "not yet" where one was not revoked, and goes on with that one', async () => {
      const email = 'half@unsubscribe.example';
      for (let i = 0; i < 12; i += 1) await add(email);
      const link = await makeLink(email);

      front().fail(revocation, { status: 500 });
      const failed = await press(link);

      expect(failed).toEqual({ status: 503, html: expect.stringContaining('not unsubscribed yet') });
      expect(failed.html).toContain('<button>Unsubscribe</button>');
      expect((await stateOf(email)).filter((revoked) => !revoked)).toHaveLength(1);
      const calls = sentKeys().length;
      expect((await press(link)).status).toBe(200);
      expect(await stateOf(email)).toEqual(Array(12).fill(true));
      expect(sentKeys()).toHaveLength(calls + 1);
    });

    testOf('rest')('ends within its time where the register is slow, and goes on at the next press', async () => {
      const email = 'slow@unsubscribe.example';
      for (let i = 0; i < 30; i += 1) await add(email);
      const link = await makeLink(email);
      const hasty = await startSite([node, program], '/', {
        ...recipeEnvironment(front().url, state),
        UNSUBSCRIBE_SECONDS: '1',
      });

      front().fail(revocation, ...Array(5).fill({ status: 503, retryAfter: 2 }));
      const slow = await press(link.replace(site().url, hasty.url));
      await hasty.stop();

      expect(slow).toEqual({ status: 503, html: expect.stringContaining('not unsubscribed yet') });
      expect(hasty.log()).toContain('no more time');
      expect((await stateOf(email)).filter((revoked) => revoked)).toHaveLength(5);
      expect((await press(link)).status).toBe(200);
      expect(await stateOf(email)).toEqual(Array(30).fill(true));
    });

    testOf('gate')('a link for another person, or of an unknown one, revokes nothing', async () => {
      const link = await makeLink();
      const calls = front().sent.length;
      const forged = link.replace('grace', 'mary');
      for (const bad of [forged, site().url, `${site().url}/`, link.replace(/signature=.*/, 'signature=')]) {
        expect((await fetch(bad, { method: 'POST' })).status).toBe(403);
      }
      expect(front().sent).toHaveLength(calls);

      front().fail('/consent-register/search', { status: 422 });
      expect((await fetch(link, { method: 'POST' })).status).toBe(503);
      expect(site().log()).toContain('userData[email]');
    });
  });
};
