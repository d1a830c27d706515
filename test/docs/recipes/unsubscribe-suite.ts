import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../e2e/command.ts';
import { pageUrl, serveLinks } from './link-site.ts';
import { makeState, node, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

/** Holds what the unsubscribe link must do. */
export const describeUnsubscribe = (register: () => TestRegister): void => {
  describe('node/unsubscribe.js', () => {
    const { state, remove } = makeState();
    afterAll(remove);
    const program = join(recipes, 'node/unsubscribe.js');
    const { front, site, here } = serveLinks([node, program], state, register);

    const person = { email: 'grace+news@unsubscribe.example' };
    const consent = { projectUid: 'demo-shop', consentInformationPid: 2, proof: { url: pageUrl }, userData: person };
    const makeLink = async (): Promise<string> => {
      const { stdout } = await run(node, [program, person.email], recipeEnvironment(front().url, state));
      return here(stdout.trim());
    };

    test('revokes the latest consent after the button of the link, with the page as proof', async () => {
      for (let i = 0; i < 2; i += 1) await register().call('/consent-register/add', consent);
      const link = await makeLink();
      const page = await openForm(link);
      expect((await register().consentsOf(person.email)).map(({ revoked }) => revoked)).toEqual([false, false]);

      front().fail('/consent-register/revoke', { status: 503, retryAfter: 0, isLate: true }, { status: 401 });
      expect(await page.send({})).toEqual({ status: 200, html: expect.stringContaining('no more newsletters') });

      const [latest, earlier] = await register().consentsOf(person.email);
      expect(latest).toMatchObject({
        revoked: true,
        revokeChannel: 'web.form',
        revokeProof: { url: pageUrl, email: person.email },
      });
      expect(page.html).toContain(latest?.revokeProof?.html);
      expect(earlier?.revoked).toBe(false);
      expect(
        front()
          .sentTo('/consent-register/revoke')
          .map(({ key }) => key),
      ).toEqual(Array(3).fill(`unsubscribe-${latest?.id}`));
    });

    test('may be pressed again, also by a mail program, and leaves the first revocation', async () => {
      const [before] = await register().consentsOf(person.email);
      const link = await makeLink();

      const { status } = await fetch(link, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });

      expect(status).toBe(200);
      expect((await register().consentsOf(person.email))[0]).toEqual(before);
    });

    test('a link for another person, or of an unknown one, revokes nothing', async () => {
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
