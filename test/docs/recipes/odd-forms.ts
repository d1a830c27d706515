import { expect } from 'vitest';
import { testOf } from './extent.ts';
import type { FormSite } from './form-sites.ts';
import type { Front } from './front.ts';
import type { Site } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm } from './visitor.ts';

const email = 'odd@odd-form.example';

/** What no browser sends, as a form. */
const oddForms = {
  'an email twice': [
    ['email', email],
    ['email', ''],
  ],
  'a list as email': [['email[]', email]],
  'an object as email': [['email[toString]', email]],
} as const;

/** Holds what a recipe does with a form as no browser sends it, and with a cache between. */
export const holdOddForms = (
  { recipe }: FormSite,
  register: () => TestRegister,
  front: () => Front,
  site: () => Site,
): void => {
  testOf('rest').each(Object.entries(oddForms))(
    '%s is bad input, no error, and nothing is sent',
    async (_name, fields) => {
      const form = await openForm(site().url);
      const sent = front().sent.length;

      const { status } = await form.send(
        new URLSearchParams([...fields, ['agree', '1']].map(([name, value]) => [name, value])),
      );

      expect([302, 422]).toContain(status);
      expect(front().sent).toHaveLength(sent);
    },
  );

  testOf('rest')('what is not a form is bad input, no error, and nothing is sent', async () => {
    const sent = front().sent.length;
    const { status } = await fetch(site().url, { method: 'POST', body: 'no form', redirect: 'manual' });
    expect(status).toBeLessThan(500);
    expect(front().sent).toHaveLength(sent);
  });

  testOf('rest')('a browser whose name is long, or no text, is no obstacle', async () => {
    for (const [i, agent] of [`Möbile/${'x'.repeat(2_000)}`, 'no\u00fftext'].entries()) {
      const [one, form] = [`agent-${i}@odd-form.example`, await openForm(site().url)];

      expect((await form.send({ email: one, agree: '1' }, agent)).status).toBe(200);
      const [consent] = await register().consentsOf(one);
      expect((consent?.proof.user_agent ?? '').length).toBeLessThanOrEqual(500);
    }
  });

  if (/^(?:wordpress|laravel)/.test(recipe)) return;

  testOf('rest')('no cache may keep a form, whose key is for one person', async () => {
    const [one, another] = [await openForm(site().url), await openForm(site().url)];
    expect(one.html).not.toBe(another.html);
    expect(one.cacheControl).toMatch(/\bno-store\b/);
  });
};
