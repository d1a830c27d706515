/**
 * A newsletter form in Express. When a person sends it, their consent to the notice that it showed is recorded. The proof is the form's
 * HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key: a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the
 * notice), REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page), PORT (default 8080).
 * It needs Node.js 20 or newer, and Express 5, which catches the errors of async handlers.
 *
 *     npm install express@5 ./consent-register-client-0.1.0.tgz
 *     node express.mjs
 */

import { randomUUID } from 'node:crypto';
import { ConsentRegisterError, createClient } from '@consent-register/client';
import express from 'express';

/** Ends the program with one sentence that says what to do. */
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(2);
};

const setting = (name) => process.env[name] || refuse(`Set the environment variable ${name}.`);

const names = ['REGISTER_URL', 'REGISTER_KEY', 'REGISTER_PROJECT', 'REGISTER_PID', 'PAGE_URL'];
const [baseUrl, key, projectUid, pid, pageUrl] = names.map(setting);
const wantedLang = process.env.REGISTER_LANG || 'eng';
const port = process.env.PORT || 8080;

/** A visitor waits for it: at most four attempts and 15 seconds for a request. */
const client = createClient({ baseUrl, key, attempts: 4, timeout: 10_000, totalTime: 15_000 });

let cached = { notice: undefined, until: 0 };

/** The notice in the language of the site, or else in the first that it has. The register is asked every five minutes. */
const currentNotice = async () => {
  if (Date.now() < cached.until) return cached.notice;
  const { data } = await client.getNotices({ pid: Number(pid) });
  const { id, validityDays, title, descriptionHtml } = data[pid];
  const lang = [wantedLang, ...Object.keys(title)].find((one) => title[one] && descriptionHtml[one]);
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

const page = (text, form = '') => `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>label { display: block; margin: 1em 0 }</style>
<p>${text}</p>${form}</html>`;

const form = (notice, key, typed) => `<form method="post">
<section lang="${new Intl.Locale(notice.lang)}"><h1>${escapeHtml(notice.title)}</h1>${notice.html}</section>
${fields(notice, key, typed)}
</form>`;

/** What a form sent, if it is complete. A field may come twice, as a list: only text counts. */
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
    projectUid,
    consentInformationVersionId: notice.id,
    lang: notice.lang,
    channel: 'web.form',
    proof: {
      url: pageUrl,
      html: fields(notice, idempotencyKey),
      submitted: JSON.stringify(submitted),
      user_agent: userAgent.slice(0, 500),
      validity_days: String(notice.validityDays),
    },
    userData: { email, first_name },
  };
  await client.addConsent(consent, { idempotencyKey });
};

/** What the visitor can correct. Any other error is of a setting, the program or the register. */
const isOfVisitor = ({ status, errors }) =>
  status === 409 || (status === 422 && errors.some(({ field }) => field.startsWith('userData')));

const app = express();

/** No cache may keep a form: two people would send the same key. */
app.use((_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
});

app.get('/newsletter', async (_request, response) => {
  response.send(page('Subscribe to our newsletter.', form(await currentNotice(), randomUUID())));
});

app.post('/newsletter', express.urlencoded({ extended: false }), async (request, response) => {
  const notice = await currentNotice();
  const showAgain = (status, text, key, typed) => response.status(status).send(page(text, form(notice, key, typed)));
  const sent = readForm(request.body ?? {});
  if (!sent) return showAgain(422, 'Please enter your email and tick the box.', randomUUID());
  if (sent.notice !== notice.name)
    return showAgain(409, 'The text has changed. Please read it and fill in the form again.', randomUUID(), sent);
  try {
    await record(notice, sent, request.get('user-agent') ?? '');
    return response.send(page('Thank you, you are subscribed.'));
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
    // The consent may be recorded already: the form keeps its key.
    return showAgain(503, 'We cannot subscribe you right now. Please try again later.', sent.key, sent);
  }
});

app.use((error, _request, response, _next) => {
  console.error(error instanceof ConsentRegisterError ? error.message : error);
  response
    .status(error.expose ? error.status : 503)
    .send(page('We cannot subscribe you right now. Please try again later.'));
});

app.listen(port, (error) => {
  if (error) refuse(`The form cannot be served on port ${port}: ${error.message}. Set PORT to a free one.`);
  console.log(`The form is at http://127.0.0.1:${port}/newsletter`);
});
