/**
 * A newsletter form and its route in Express: shows the form, and records the consent of who sends it, with the form's HTML and the
 * address of the page as proof. Each form has an Idempotency-Key of its own, so that a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.js), REGISTER_PROJECT (uid of the project), REGISTER_PID
 * (PID of the notice), PAGE_URL (public address of this page), PORT (8080).
 *
 * It needs Express 5, which catches the errors of async handlers (with Express 4 they end the process), and "type": "module" in
 * package.json. In an app of your own `app` is yours, and what follows its routes is not needed.
 *
 * Try it: npm install express && node express.js
 */

import { randomUUID } from 'node:crypto';
import express from 'express';
import { Register, RegisterError, setting } from './register.js';

const register = Register.fromEnvironment();
const projectUid = setting('REGISTER_PROJECT');
const pid = setting('REGISTER_PID');
const pageUrl = setting('PAGE_URL');

/** The form as people see it: what is shown is what is stored as proof. */
const form = (key) => `<form method="post">
  <input type="hidden" name="key" value="${key}">
  <label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
  <label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
  <label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
    <a href="/newsletter-notice">how my data is used</a>.</label>
  <button>Subscribe</button>
</form>`;

const page = (text) =>
  `<!doctype html><html lang="en"><title>Newsletter</title><p>${text}</p>${form(randomUUID())}</html>`;

/** A field may come twice, or as a list: only text is taken. */
const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);
const isUuid = (value) => matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, value);
const isEmail = (value) => matches(/^[^\s@]+@[^\s@]+$/, value);

const refusals = new Map([
  [409, 'This form was sent before, with other details. Please fill in this one.'],
  [422, 'What you sent was refused. Please check it.'],
]);

/** No cache may keep a form, or two people would send the same key. */
const show = (response, status, text) => response.status(status).set('Cache-Control', 'no-store').send(page(text));

const app = express();

app.get('/newsletter', (_request, response) => {
  show(response, 200, 'Once a week at most.');
});

app.post('/newsletter', express.urlencoded({ extended: false }), async (request, response) => {
  const { key, email, first_name = '', agree } = request.body ?? {};
  if (!isUuid(key) || !isEmail(email) || typeof first_name !== 'string' || agree !== '1') {
    show(response, 422, 'Please give your email and tick the box.');
    return;
  }
  const consent = {
    projectUid,
    consentInformationPid: pid,
    channel: 'web.form',
    proof: { url: pageUrl, html: form(key) },
    userData: { email, first_name },
  };
  try {
    await register.call('/consent-register/add', consent, key);
    show(response, 200, 'Thank you, you are subscribed.');
  } catch (error) {
    if (!(error instanceof RegisterError)) throw error;
    console.error('Consent not recorded:', error.status, error.code, error.message, error.errors);
    const refusal = refusals.get(error.status);
    const text = refusal ?? 'You could not be subscribed just now. Please try again later.';
    show(response, refusal === undefined ? 503 : error.status, text);
  }
});

const port = process.env.PORT ?? 8080;
app.listen(port, (error) => {
  if (error) throw error;
  console.log(`The form is at http://127.0.0.1:${port}/newsletter`);
});
