/**
 * An unsubscribe link: a signed link names the person; who follows it and presses the button has all their consents to the notice
 * revoked, with the page as proof. All means all that the register finds at that moment, also one that they gave after the
 * mail was sent: they press the button now. It may not find one of the last second yet. The link alone revokes nothing, because
 * mail scanners open links. Mail programs that offer a button of their own (RFC 8058) post to the same address: add the headers `List-Unsubscribe: <link>` and
 * `List-Unsubscribe-Post: List-Unsubscribe=One-Click`.
 *
 * It says that it is done only when all are revoked. Where one could not be, or the time was not enough, it says that it is not done
 * yet, with status 503. The next press goes on with what is left.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.js), REGISTER_PROJECT (uid of the project), REGISTER_PID
 * (PID of the notice), PAGE_URL (public address of this page), LINK_SECRET (at least 32 random characters), PORT (8080),
 * UNSUBSCRIBE_SECONDS (20: how long one press may go on with more consents).
 *
 *     node unsubscribe.js                       serves the page
 *     node unsubscribe.js ada@example.com       prints the link for a mail
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Register, RegisterError, setting } from './register.js';

const projectUid = setting('REGISTER_PROJECT');
const pid = setting('REGISTER_PID');
const pageUrl = setting('PAGE_URL');
const secret = setting('LINK_SECRET');
if (secret.length < 32) throw new Error('LINK_SECRET must have at least 32 characters.');

const atOnce = 5;
const longestMilliseconds = Number(process.env.UNSUBSCRIBE_SECONDS || 20) * 1000;

const sign = (email) => createHmac('sha256', secret).update(`unsubscribe\n${email}`).digest();

const toLink = (email) => {
  const url = new URL(pageUrl);
  url.search = new URLSearchParams({ email, signature: sign(email).toString('base64url') }).toString();
  return url.href;
};

/** The email of a link that we signed. */
const readLink = (search) => {
  const email = search.get('email') ?? '';
  const signature = Buffer.from(search.get('signature') ?? '', 'base64url');
  const expected = sign(email);
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? email : undefined;
};

const button = '<p>Do you want no more newsletters?</p><form method="post"><button>Unsubscribe</button></form>';

const revoke = (register, email, { id }) => {
  const proof = { url: pageUrl, html: button, email };
  return register.call('/consent-register/revoke', { id, channel: 'web.form', proof }, `unsubscribe-${id}`);
};

/** What kept consents from being revoked: nothing where all are. One that fails does not keep the others, and each press does some. */
const revokeAll = async (register, email) => {
  const deadline = Date.now() + longestMilliseconds;
  const search = { projectUid, consentInformationPid: pid, userData: { email } };
  const problems = [];
  let hasBegun = false;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await register.call('/consent-register/search', { ...search, page });
    pages = found.totalPages;
    const active = found.data.filter(({ revoked }) => !revoked);
    for (let i = 0; i < active.length; i += atOnce) {
      if (hasBegun && Date.now() > deadline) return [...problems, 'There was no more time.'];
      hasBegun = true;
      const some = active.slice(i, i + atOnce).map((consent) => revoke(register, email, consent));
      const outcomes = await Promise.allSettled(some);
      problems.push(...outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => reason));
    }
  }
  return problems;
};

const describe = (problem) =>
  problem instanceof RegisterError ? [problem.status, problem.code, problem.message, problem.errors] : [problem];

/** Status and HTML of the page. */
const answer = async (register, method, search) => {
  const email = readLink(search);
  if (email === undefined) return [403, '<p>This link is not whole. Please take the one of our mail.</p>'];
  if (method !== 'POST') return [200, button];
  const problems = await revokeAll(register, email).catch((error) => [error]);
  if (problems.length === 0) return [200, '<p>You get no more newsletters.</p>'];
  for (const problem of problems) console.error('Consent not revoked:', ...describe(problem));
  return [503, `<p>You are not unsubscribed yet. Please press the button again in a moment.</p>${button}`];
};

const page = (html) => `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
label { display: block; margin: 1em 0 }
table { border-collapse: collapse } th, td { border: 1px solid; padding: 0.25em 0.5em }</style>
${html}</html>`;

const serve = () => {
  const register = Register.fromEnvironment();
  const server = createServer(async (request, response) => {
    request.resume();
    const [, search] = request.url.split('?', 2);
    const [status, html] = await answer(register, request.method, new URLSearchParams(search));
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' });
    response.end(page(html));
  });
  const port = process.env.PORT ?? 8080;
  server.listen(port, () =>
    console.log(`The page is at http://127.0.0.1:${port}, for the links that this program prints.`),
  );
};

const [email] = process.argv.slice(2);
if (email === undefined) serve();
else console.log(toLink(email));
