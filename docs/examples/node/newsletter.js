/**
 * The newsletter form of express.js and next-route.js. Copy it next to them, with settings.js. It shows the notice and a form. When the person sends
 * the form, it records their consent to the version it showed. The proof is the form's HTML, the address of the page, and what the person
 * sent. Each form has its own Idempotency-Key, so a double click records once.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (see settings.js), REGISTER_PROJECT (UID of the project), REGISTER_PID
 * (PID of the notice), REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page).
 */

import { randomUUID } from 'node:crypto';
import { ConsentRegisterError } from '@consent-register/client';
import { numberSetting, openClient, setting } from './settings.js';

const noticeMilliseconds = 5 * 60_000;

/** The languages of notices, as HTML names them. */
const tags = { ita: 'it', eng: 'en', spa: 'es', deu: 'de', fra: 'fr', tur: 'tr', por: 'pt', rus: 'ru', ukr: 'uk' };

let opened;

/** Reads the environment at the first request: a build has none. */
const open = () => {
  opened ??= openClient();
  return opened;
};

/** The notice in the language of the site, or else in the first it has. */
const askNotice = async () => {
  const pid = numberSetting('REGISTER_PID');
  const { data } = await open().getNotices({ pid });
  const { id, validityDays, title, descriptionHtml } = data[pid];
  const wanted = process.env.REGISTER_LANG || 'eng';
  const lang = [wanted, ...Object.keys(title)].find((one) => title[one] && descriptionHtml[one]);
  if (lang === undefined)
    throw new ConsentRegisterError({ code: 'notice.without-text', detail: 'The notice has no text.' });
  const name = `${id}-${lang}`;
  return { name, id, lang, tag: tags[lang], title: title[lang], html: descriptionHtml[lang], validityDays };
};

let kept;
let askedAt = 0;

/** Asks the register every five minutes. If it does not answer, this is the last version. */
const currentNotice = async () => {
  if (kept && Date.now() < askedAt + noticeMilliseconds) return kept;
  askedAt = Date.now();
  try {
    kept = await askNotice();
  } catch (error) {
    log(error);
    if (!kept) throw error;
  }
  return kept;
};

/** If the register no longer knows the version, such as after a restore, forgets it and returns true. */
const forgetsNotice = ({ status, errors }) => {
  const isUnknown = status === 422 && errors.some(({ field }) => field === 'consentInformationVersionId');
  if (isUnknown) kept = undefined;
  return isUnknown;
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

const page = (status, text, html = '') => ({
  status,
  html: `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
label { display: block; margin: 1em 0 }</style>
<p>${text}</p>${html}</html>`,
});

const later = 'We cannot subscribe you right now. Please try again later.';
const changed = 'The text has changed. Please read it and fill in the form again.';
const refused = 'We could not accept your details. Please check them.';
const refusals = new Map([
  [400, refused],
  [409, 'This form was sent before with other details. Please fill in this new one.'],
  [413, refused],
  [422, refused],
]);

const log = (error) => {
  if (!(error instanceof ConsentRegisterError)) throw error;
  console.error('Consent register:', error.message);
};

/** A new form with the current notice, as status and HTML. Without a notice there is no form. */
export const showForm = async (status = 200, text = 'Subscribe to our newsletter.', typed = {}) => {
  try {
    return page(status, text, form(await currentNotice(), randomUUID(), typed));
  } catch (error) {
    log(error);
    return page(503, later);
  }
};

/** A field may arrive twice, as a list or as a file: only text counts. */
const matches = (pattern, value) => typeof value === 'string' && pattern.test(value);

const isFilledIn = ({ key, email, first_name, agree }) =>
  matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, key) &&
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

/** Whether the register refuses what the visitor sent, and not a setting or the program, such as the project. */
const isOfVisitor = ({ status, errors }) =>
  refusals.has(status) && (errors.length === 0 || errors.some(({ field }) => field.startsWith('userData')));

/** Records what the form sent. Status and HTML of the page after it. */
export const subscribe = async (body, userAgent = '') => {
  const sent = { first_name: '', ...body };
  if (!isFilledIn(sent)) return showForm(422, 'Please enter your email and tick the box.', sent);
  let notice;
  try {
    notice = await currentNotice();
    if (sent.notice !== notice.name) return showForm(409, changed, sent);
    await open().addConsent(toConsent(notice, sent, userAgent), { idempotencyKey: sent.key });
    return page(200, 'Thank you, you are subscribed.');
  } catch (error) {
    log(error);
    if (forgetsNotice(error)) return showForm(409, changed, sent);
    if (notice && isOfVisitor(error)) return showForm(error.status, refusals.get(error.status), sent);
    return page(503, later, notice && form(notice, sent.key, sent)); // Keep the key: the consent may be recorded already.
  }
};
