/**
 * A newsletter form as a route handler of Next.js. When a person sends it, their consent to the notice that it showed is recorded. The
 * proof is the form's HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key: a double click
 * records once.
 *
 * Copy it to app/newsletter/route.js or src/app/newsletter/route.js, with no page.js in the same folder.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the
 * notice), REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page). In .env.local write \$ for a $,
 * and quote a value with a #. It needs Next.js 15 or newer, which does not cache GET, and the Node.js runtime.
 *
 *     npm install ./consent-register-client-0.1.0.tgz
 *     npx next dev --port 8080
 */

import { randomUUID } from 'node:crypto';
import { ConsentRegisterError, createClient } from '@consent-register/client';

const setting = (name) => {
  if (!process.env[name]) throw new Error(`Set the environment variable ${name}.`);
  return process.env[name];
};

let client;

/** Reads the environment at the first request: a build has none. A visitor waits: at most four attempts and 15 seconds. */
const openClient = () => {
  const [baseUrl, key] = [setting('REGISTER_URL'), setting('REGISTER_KEY')];
  client ??= createClient({ baseUrl, key, attempts: 4, timeout: 10_000, totalTime: 15_000 });
  return client;
};

let cached = { notice: undefined, until: 0 };

/** The notice in the language of the site, or else in the first that it has. The register is asked every five minutes. */
const currentNotice = async () => {
  if (Date.now() < cached.until) return cached.notice;
  const pid = Number(setting('REGISTER_PID'));
  const { data } = await openClient().getNotices({ pid });
  const { id, validityDays, title, descriptionHtml } = data[pid];
  const lang = [process.env.REGISTER_LANG || 'eng', ...Object.keys(title)].find(
    (one) => title[one] && descriptionHtml[one],
  );
  const notice = { id, validityDays, lang, name: `${id}-${lang}`, title: title[lang], html: descriptionHtml[lang] };
  cached = { notice, until: Date.now() + 5 * 60_000 };
  return notice;
};

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The form without the notice's text, which the register has. The empty form is the proof. */
const fields = ({ name, lang, title }, key, { first_name = '', email = '' } = {}) => `
<input type="hidden" name="key" value="${key}">
<input type="hidden" name="notice" value="${name}">
<label>First name <input name="first_name" value="${escapeHtml(first_name)}" autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" value="${escapeHtml(email)}" autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I have read
  <b lang="${new Intl.Locale(lang)}">${escapeHtml(title)}</b> and agree to it.</label>
<button>Subscribe</button>`;

/** No cache may keep a form: two people would send the same key. */
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

const page = (status, text, form = '') =>
  new Response(
    `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>label { display: block; margin: 1em 0 }</style>
<p>${text}</p>${form}</html>`,
    { status, headers },
  );

const form = (notice, key, typed) => `<form method="post">
<section lang="${new Intl.Locale(notice.lang)}"><h1>${escapeHtml(notice.title)}</h1>${notice.html}</section>
${fields(notice, key, typed)}
</form>`;

/** What a form sent, if it is complete. A field may be a file: only text counts. */
const readForm = ({ key, notice, first_name = '', email, agree }) => {
  const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);
  const isComplete =
    matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, key) &&
    matches(/^(?=.{1,200}$)[^\s@]+@[^\s@]+\.[^\s@]+$/, email) &&
    matches(/^.{0,100}$/u, first_name) &&
    agree === '1';
  return isComplete ? { key, notice, first_name, email, agree } : undefined;
};

const record = async (notice, { key: idempotencyKey, ...submitted }, userAgent) => {
  const { email, first_name } = submitted;
  const consent = {
    projectUid: setting('REGISTER_PROJECT'),
    consentInformationVersionId: notice.id,
    lang: notice.lang,
    channel: 'web.form',
    proof: {
      url: setting('PAGE_URL'),
      html: fields(notice, idempotencyKey),
      submitted: JSON.stringify(submitted),
      user_agent: userAgent.slice(0, 500),
      validity_days: String(notice.validityDays),
    },
    userData: { email, first_name },
  };
  await openClient().addConsent(consent, { idempotencyKey });
};

/** What the visitor can correct. Any other error is of a setting, the program or the register. */
const isOfVisitor = ({ status, errors }) =>
  status === 409 || (status === 422 && errors.some(({ field }) => field.startsWith('userData')));

const later = 'We cannot subscribe you right now. Please try again later.';

/** Answers with the current notice. Without one there is no form. */
const withNotice = async (answer) => {
  try {
    return await answer(await currentNotice());
  } catch (error) {
    if (!(error instanceof ConsentRegisterError)) throw error;
    console.error('Consent register:', error.message);
    return page(503, later);
  }
};

export const GET = () => withNotice((notice) => page(200, 'Subscribe to our newsletter.', form(notice, randomUUID())));

export const POST = (request) =>
  withNotice(async (notice) => {
    const showAgain = (status, text, key, typed) => page(status, text, form(notice, key, typed));
    const sent = readForm(Object.fromEntries(await request.formData().catch(() => [])));
    if (!sent) return showAgain(422, 'Please enter your email and tick the box.', randomUUID());
    if (sent.notice !== notice.name)
      return showAgain(409, 'The text has changed. Please read it and fill in the form again.', randomUUID(), sent);
    try {
      await record(notice, sent, request.headers.get('user-agent') ?? '');
      return page(200, 'Thank you, you are subscribed.');
    } catch (error) {
      if (!(error instanceof ConsentRegisterError)) throw error;
      console.error('Consent register:', error.message);
      cached = { until: 0 }; // The register may no longer know the version, such as after a restore.
      if (isOfVisitor(error))
        return showAgain(
          error.status,
          'We could not accept this. Please check it and send it again.',
          randomUUID(),
          sent,
        );
      return showAgain(503, later, sent.key, sent); // The consent may be recorded already: the form keeps its key.
    }
  });
