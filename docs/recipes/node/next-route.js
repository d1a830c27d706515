/**
 * A newsletter form and its route handler in Next.js: copy it to app/newsletter/route.js (or src/app/newsletter/route.js; there can be
 * no page.js in the same folder), and register.js beside it. It shows the form, and records the consent of who sends it, with the
 * form's HTML and the address of the page as proof. Each form has an Idempotency-Key of its own, so that a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.js), REGISTER_PROJECT (uid of the project), REGISTER_PID
 * (PID of the notice), PAGE_URL (public address of this page). In .env.local write \$ for a $, and quote what has a # in it.
 *
 * It needs Next.js 15 or newer, where GET is not cached, and the Node.js runtime.
 *
 * Try it: npx next dev --port 8080
 */

import { randomUUID } from 'node:crypto';
import { Register, RegisterError, setting } from './register.js';

let register;

/** The form as people see it: what is shown is what is stored as proof. */
const form = (key) => `<form method="post">
  <input type="hidden" name="key" value="${key}">
  <label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
  <label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
  <label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
    <a href="/newsletter-notice">how my data is used</a>.</label>
  <button>Subscribe</button>
</form>`;

/** No cache may keep a form, or two people would send the same key. */
const page = (text, status = 200) =>
  new Response(`<!doctype html><html lang="en"><title>Newsletter</title><p>${text}</p>${form(randomUUID())}</html>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

/** A field may come twice, or as a file: only text is taken. */
const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);
const isUuid = (value) => matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, value);
const isEmail = (value) => matches(/^[^\s@]+@[^\s@]+$/, value);

const refusals = new Map([
  [409, 'This form was sent before, with other details. Please fill in this one.'],
  [422, 'What you sent was refused. Please check it.'],
]);

export const GET = () => page('Once a week at most.');

export const POST = async (request) => {
  const fields = await request.formData().catch(() => []);
  const { key, email, first_name = '', agree } = Object.fromEntries(fields);
  if (!isUuid(key) || !isEmail(email) || typeof first_name !== 'string' || agree !== '1') {
    return page('Please give your email and tick the box.', 422);
  }
  const consent = {
    projectUid: setting('REGISTER_PROJECT'),
    consentInformationPid: setting('REGISTER_PID'),
    channel: 'web.form',
    proof: { url: setting('PAGE_URL'), html: form(key) },
    userData: { email, first_name },
  };
  try {
    register ??= Register.fromEnvironment();
    await register.call('/consent-register/add', consent, key);
    return page('Thank you, you are subscribed.');
  } catch (error) {
    if (!(error instanceof RegisterError)) throw error;
    console.error('Consent not recorded:', error.status, error.code, error.message, error.errors);
    const refusal = refusals.get(error.status);
    const text = refusal ?? 'You could not be subscribed just now. Please try again later.';
    return page(text, refusal === undefined ? 503 : error.status);
  }
};
