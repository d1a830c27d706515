/**
 * A newsletter form and its route handler in Next.js. Copy it to app/newsletter/route.js (or src/app/newsletter/route.js), with no page.js
 * in the same folder, and kept-notices.js and settings.js next to it. It shows the notice and a form. When the person sends the form, it records their consent
 * to the version it showed. The proof is the form's HTML, the address of the page, and what the person sent. Each form has its own
 * Idempotency-Key, so a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see settings.js), REGISTER_PID, REGISTER_LANG (see kept-notices.js),
 * REGISTER_PROJECT (UID of the project), PAGE_URL (public address of this page). In .env.local write \$ for a $, and quote a value with
 * a #.
 *
 * It needs Next.js 15 or newer, which does not cache GET, and the Node.js runtime.
 *
 * Try it: npx next dev --port 8080
 */

import { randomUUID } from 'node:crypto';
import { ConsentRegisterError } from '@consent-register/client';
import { KeptNotices } from './kept-notices.js';
import { isOurs, openClient, setting } from './settings.js';

let opened;

/** Reads the environment at the first request: a build has none. */
const open = () => {
  if (opened === undefined) {
    const client = openClient();
    opened = { client, notices: KeptNotices.ofSettings(client) };
  }
  return opened;
};

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
const send = (status, text, html = '') =>
  new Response(page(text, html), {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

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
const show = async (status, text, typed) => {
  try {
    return send(status, text, form(await open().notices.current(), randomUUID(), typed));
  } catch (error) {
    log(error);
    return send(503, later);
  }
};

/** A field may arrive twice or as a file: only text counts. */
const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);

const isFilledIn = ({ key, notice, email, first_name, agree }) =>
  matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, key) &&
  matches(/^[0-9a-f]{32}-[a-z]{3}$/, notice) &&
  matches(/^(?=.{1,200}$)[^\s@]+@[^\s@]+\.[^\s@]+$/, email) &&
  matches(/^.{0,100}$/u, first_name) &&
  agree === '1';

const toConsent = (notice, { key, email, first_name, agree }, userAgent) => ({
  projectUid: setting('REGISTER_PROJECT'),
  consentInformationVersionId: notice.id,
  lang: notice.lang,
  channel: 'web.form',
  proof: {
    url: setting('PAGE_URL'),
    html: fields(notice, key),
    submitted: JSON.stringify({ first_name, email, agree, notice: notice.name }),
    user_agent: userAgent.slice(0, 500),
    validity_days: String(notice.validityDays),
  },
  userData: { email, first_name },
});

export const GET = () => show(200, 'Subscribe to our newsletter.');

export const POST = async (request) => {
  const sent = { first_name: '', ...Object.fromEntries(await request.formData().catch(() => [])) };
  if (!isFilledIn(sent)) return show(422, 'Please enter your email and tick the box.', sent);
  const { client, notices } = open();
  let notice;
  try {
    notice = await notices.shown(sent.notice);
    if (notice === undefined) return show(409, changed, sent);
    const userAgent = request.headers.get('user-agent') ?? '';
    await client.addConsent(toConsent(notice, sent, userAgent), { idempotencyKey: sent.key });
    return send(200, 'Thank you, you are subscribed.');
  } catch (error) {
    log(error);
    if (notices.forget(error)) return show(409, changed, sent);
    const refusal = notice && !isOurs(error) && refusals.get(error.status);
    if (refusal) return show(error.status, refusal, sent);
    return send(503, later, notice && form(notice, sent.key, sent)); // Keep the key: the consent may be recorded already.
  }
};
