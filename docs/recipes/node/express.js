/**
 * A newsletter form and its route in Express. It shows the notice and a form. When the person sends the form, it records their consent to
 * the version it showed. The proof is the form's HTML, the address of the page, and what the person sent. Each form has its own
 * Idempotency-Key, so a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see settings.js), REGISTER_PID, REGISTER_LANG (see kept-notices.js),
 * REGISTER_PROJECT (UID of the project), PAGE_URL (public address of this page), PORT (default 8080).
 *
 * It needs "type": "module" in package.json, and Express 5, which catches the errors of async handlers. With Express 4 such an error ends
 * the process. In your own app, use your `app` and leave out what follows the routes.
 *
 * Try it: npm install && node express.js
 */

import { randomUUID } from 'node:crypto';
import { ConsentRegisterError } from '@consent-register/client';
import express from 'express';
import { KeptNotices } from './kept-notices.js';
import { isOurs, openClient, setting } from './settings.js';

const client = openClient();
const notices = KeptNotices.ofSettings(client);
const projectUid = setting('REGISTER_PROJECT');
const pageUrl = setting('PAGE_URL');

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** What the person typed, for a form shown again. Text only: a field may arrive as something else. */
const value = (text) => `value="${typeof text === 'string' ? escapeHtml(text) : ''}"`;

/** The form without the notice's text, which the register has. The empty form is the proof. */
const fields = (notice, key, typed = {}) => `<input type="hidden" name="key" value="${key}">
<input type="hidden" name="notice" value="${notice.name}">
<label>First name <input name="first_name" ${value(typed.first_name)} autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" ${value(typed.email)} autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I have read
  <b lang="${notice.tag}">${escapeHtml(notice.title)}</b> and agree to it.</label>
<button>Subscribe</button>`;

const form = (notice, key, typed) => `<form method="post">
<section lang="${notice.tag}"><h1>${escapeHtml(notice.title)}</h1>${notice.html}</section>
${fields(notice, key, typed)}
</form>`;

const page = (text, html) => `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
label { display: block; margin: 1em 0 }
table { border-collapse: collapse } th, td { border: 1px solid; padding: 0.25em 0.5em }</style>
<p>${text}</p>${html}</html>`;

/** No cache may keep a form: two people would send the same key. */
const send = (response, status, text, html = '') => {
  response.status(status).set('Cache-Control', 'no-store').send(page(text, html));
};

const later = 'We cannot subscribe you right now. Please try again later.';
const changed = 'The text has changed. Please read it and fill in the form again.';

const refusals = new Map([
  [400, 'We could not accept your details. Please check them.'],
  [409, 'This form was sent before with other details. Please fill in this new one.'],
  [413, 'We could not accept your details. Please check them.'],
  [422, 'We could not accept your details. Please check them.'],
]);

const log = (error) => {
  if (!(error instanceof ConsentRegisterError)) throw error;
  console.error('Consent register:', error.message);
};

/** Shows a new form with the current notice. Without a notice there is no form. */
const show = async (response, status, text, typed) => {
  try {
    send(response, status, text, form(await notices.current(), randomUUID(), typed));
  } catch (error) {
    log(error);
    send(response, 503, later);
  }
};

/** A field may arrive twice or as a list: only text counts. */
const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);

const isFilledIn = ({ key, notice, email, first_name, agree }) =>
  matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, key) &&
  matches(/^[0-9a-f]{32}-[a-z]{3}$/, notice) &&
  matches(/^(?=.{1,200}$)[^\s@]+@[^\s@]+\.[^\s@]+$/, email) &&
  matches(/^.{0,100}$/u, first_name) &&
  agree === '1';

const toConsent = (notice, { key, email, first_name, agree }, userAgent = '') => ({
  projectUid,
  consentInformationVersionId: notice.id,
  lang: notice.lang,
  channel: 'web.form',
  proof: {
    url: pageUrl,
    html: fields(notice, key),
    submitted: JSON.stringify({ first_name, email, agree, notice: notice.name }),
    user_agent: userAgent.slice(0, 500),
    validity_days: String(notice.validityDays),
  },
  userData: { email, first_name },
});

const app = express();

app.get('/newsletter', (_request, response) => show(response, 200, 'Subscribe to our newsletter.'));

app.post('/newsletter', express.urlencoded({ extended: false }), async (request, response) => {
  const sent = { first_name: '', ...request.body };
  if (!isFilledIn(sent)) return show(response, 422, 'Please enter your email and tick the box.', sent);
  let notice;
  try {
    notice = await notices.shown(sent.notice);
    if (notice === undefined) return show(response, 409, changed, sent);
    await client.addConsent(toConsent(notice, sent, request.get('user-agent')), { idempotencyKey: sent.key });
    send(response, 200, 'Thank you, you are subscribed.');
  } catch (error) {
    log(error);
    if (notices.forget(error)) return show(response, 409, changed, sent);
    const refusal = notice && !isOurs(error) && refusals.get(error.status);
    if (refusal) return show(response, error.status, refusal, sent);
    send(response, 503, later, notice && form(notice, sent.key, sent)); // Keep the key: the consent may be recorded already.
  }
});

const port = process.env.PORT ?? 8080;
app.listen(port, (error) => {
  if (error) throw error;
  console.log(`The form is at http://127.0.0.1:${port}/newsletter`);
});
