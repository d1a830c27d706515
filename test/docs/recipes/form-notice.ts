import { expect } from 'vitest';
import type { ConsentInformation } from '../../../shared/notices/notice-answer.ts';
import { letTenMinutesGoBy } from './clock.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import type { Site } from './program.ts';
import { makeState } from './program.ts';
import type { TestRegister } from './register.ts';
import { openForm, readPage, userAgent } from './visitor.ts';

const add = '/consent-register/add';
const get = '/consent-register/information/get';

/** What a visitor types. */
type Person = Readonly<Record<'email' | 'first_name', string>>;

interface Ground {
  readonly front: () => Front;
  readonly site: () => Site;
  readonly state: string;
  readonly register: () => TestRegister;
  readonly person: (name: string) => Person;
  /** Starts another site of the recipe, which has shown nothing yet. */
  readonly startAnother: (registerUrl: string, state: string) => Promise<Site>;
}

/** Markup as a page has it once a browser has read it. */
const asRead = (html: string): string => readPage(html, 'http://127.0.0.1').body.innerHTML;

/** The answer of a register that was replaced since: its version is unknown to the one that takes the consent. */
export const toLost = (notice: ConsentInformation): string => {
  const id = notice.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  return JSON.stringify({ data: { [notice.pid]: { ...notice, id } } });
};

const expectNotice = (html: string, { title, descriptionHtml }: ConsentInformation): void => {
  const page = readPage(html, 'http://127.0.0.1');
  const section = page.querySelector('form section');
  expect(section?.getAttribute('lang')).toBe('de');
  expect(section?.querySelector('h1, h2')?.textContent).toBe(title.deu);
  expect(section?.innerHTML).toContain(asRead(descriptionHtml.deu ?? ''));
  expect(page.querySelector('label [lang=de]')?.textContent).toBe(title.deu);
};

/** Where a page leads, but back to where its reader was. */
const linksOf = (html: string, url: string): string[] =>
  [...readPage(html, url).querySelectorAll('[href], [src]')]
    .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
    .filter((link) => link !== 'javascript:history.back()')
    .map((link) => new URL(link, url).href);

/** Holds that a recipe shows the notice and records the version that it showed. */
export const holdNotice = ({ front, site, state, register, person, startAnother }: Ground): void => {
  const current = () => register().notice(2);
  /** Publishes a version and lets the site come to know it. */
  const renew = async (): Promise<ConsentInformation> => {
    const notice = await register().publish();
    letTenMinutesGoBy(state);
    expectNotice((await openForm(site().url)).html, notice);
    return notice;
  };

  testOf('rest')(
    'shows the title and the text of the notice in the language of the site, and after five minutes a newer one',
    async () => {
      const { html } = await openForm(site().url);
      expectNotice(html, await current());
      expect(linksOf(html, site().url)).toEqual([]);

      await register().publish();
      expect(readPage((await openForm(site().url)).html, site().url).querySelector('section')?.innerHTML).toBe(
        readPage(html, site().url).querySelector('section')?.innerHTML,
      );
      letTenMinutesGoBy(state);
      expectNotice((await openForm(site().url)).html, await current());
    },
  );

  testOf('rest')(
    'the version that was shown is recorded, with its language and validity, although a newer one is current',
    async () => {
      const [zelda, yuna, xenia] = [person('zelda'), person('yuna'), person('xenia')];
      const shown = await renew();
      const [form, later] = [await openForm(site().url), await openForm(site().url)];
      const newer = await register().publish();
      expect(newer.id).not.toBe(shown.id);
      expect((await form.send({ ...zelda, agree: '1' })).status).toBe(200);

      letTenMinutesGoBy(state);
      expectNotice((await openForm(site().url)).html, newer);
      expect((await later.send({ ...yuna, agree: '1' })).status).toBe(200);
      expect((await form.send({ ...zelda, agree: '1' })).status).toBe(200);
      expect((await (await openForm(site().url)).send({ ...xenia, agree: '1' })).status).toBe(200);

      const versions = [
        [zelda, shown],
        [yuna, shown],
        [xenia, newer],
      ] as const;
      for (const [{ email, first_name }, { id, validityDays }] of versions) {
        const consents = await register().consentsOf(email);
        expect(consents).toEqual([expect.objectContaining({ consentInformationVersionId: id, lang: 'deu' })]);
        const proof = consents[0]?.proof ?? {};
        expect(Object.keys(proof).sort()).toEqual(['html', 'submitted', 'url', 'user_agent', 'validity_days']);
        expect(proof.validity_days).toBe(String(validityDays));
        const gaps = await register().gapsOf(consents[0]?.id ?? '');
        expect(gaps.filter((gap) => gap !== 'version-not-current')).toEqual(['email-unconfirmed']);
        expect(proof.user_agent).toBe(userAgent);
        expect(JSON.parse(proof.submitted ?? '')).toEqual({ email, first_name, agree: '1', notice: `${id}-deu` });
        expect(proof.html).toContain(id);
        expect(JSON.stringify(proof).length).toBeLessThan(1_500);
      }
    },
  );

  testOf('rest')('a version or language that was not shown is refused, and the form is shown anew', async () => {
    const mallory = person('mallory');
    const { id } = await renew();
    const { id: foreign } = await register().notice(3);
    const sent = front().sentTo(add).length;

    for (const notice of [`${foreign}-eng`, `${'0'.repeat(32)}-deu`, `${id}-ita`]) {
      const { status, html } = await (await openForm(site().url)).send({ ...mallory, agree: '1', notice });
      expect(status).toBe(409);
      expect(html).toContain('has changed');
      const links = linksOf(html, site().url);
      if (links.length === 0) expectNotice(html, await current());
      else expect(links).toEqual(['https://shop.example/newsletter/']);
    }
    for (const notice of ['', id, `${id}-DEU`, 'constructor', '../../x']) {
      const { status } = await (await openForm(site().url)).send({ ...mallory, agree: '1', notice });
      expect([302, 422]).toContain(status);
    }
    expect(front().sentTo(add)).toHaveLength(sent);
    expect(await register().consentsOf(mallory.email)).toEqual([]);
  });

  testOf('rest')(
    'a version that the register lost is forgotten, and the form is shown anew with the one that it has',
    async () => {
      const otto = { ...person('otto'), agree: '1' };
      const notice = await current();
      letTenMinutesGoBy(state);
      front().fail(get, { status: 200, body: toLost(notice) });
      const stale = await openForm(site().url);
      expect(stale.html).not.toContain(notice.id);

      const { status, html } = await stale.send(otto);
      expect({ status, html }).toEqual({ status: 409, html: expect.stringContaining('has changed') });
      const again = await openForm(site().url);
      for (const shown of readPage(html, site().url).querySelector('form') === null
        ? [again.html]
        : [html, again.html]) {
        expectNotice(shown, notice);
        expect(shown).toContain(notice.id);
      }
      expect((await again.send(otto)).status).toBe(200);
      expect(await register().consentsOf(otto.email)).toEqual([
        expect.objectContaining({ consentInformationVersionId: notice.id }),
      ]);
    },
  );

  testOf('rest')('a version that another server of the site has shown is looked up', async () => {
    const nora = person('nora');
    const form = await openForm(site().url);
    const { id } = await register().publish();
    expect((await form.send({ ...nora, agree: '1', notice: `${id}-deu` })).status).toBe(200);
    expect(await register().consentsOf(nora.email)).toEqual([
      expect.objectContaining({ consentInformationVersionId: id }),
    ]);
  });

  testOf('rest')(
    'while the register gives no answer the last version is shown, and it is not asked for each visitor',
    async () => {
      const notice = await renew();
      letTenMinutesGoBy(state);
      const asked = front().sentTo(get).length;
      front().fail(get, { status: 503, retryAfter: 30 });

      for (let i = 0; i < 3; i += 1) expectNotice((await openForm(site().url)).html, notice);

      expect(front().sentTo(get)).toHaveLength(asked + 1);
    },
  );

  testOf('rest')('without a version to show there is no form, until the register answers', async () => {
    const another = await startFront(register().baseUrl);
    const { state: empty, remove } = makeState();
    const fault = { status: 503, retryAfter: 30 };
    another.fail(get, fault, fault, fault);
    const young = await startAnother(another.url, empty);
    try {
      const response = await fetch(young.url);
      expect(response.status).toBe(503);
      const html = await response.text();
      expect(html).toContain('try again later');
      expect(readPage(html, young.url).querySelectorAll('form, input')).toHaveLength(0);
      expect(linksOf(html, young.url)).toEqual([]);

      while (another.sentTo(get).length < 3) await fetch(young.url);
      expectNotice((await openForm(young.url)).html, await current());
    } finally {
      another.close();
      await young.stop();
      remove();
    }
  });
};
