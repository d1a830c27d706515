/**
 * An unsubscribe link: a signed link names the person; who follows it and presses the button has their latest consent revoked, with the
 * page as proof. The link alone revokes nothing, because mail scanners open links. Mail programs that offer a button of their own
 * (RFC 8058) post to the same address: add the headers `List-Unsubscribe: <link>` and `List-Unsubscribe-Post: List-Unsubscribe=One-Click`.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.js), REGISTER_PROJECT (uid of the project), REGISTER_PID
 * (PID of the notice), PAGE_URL (public address of this page), LINK_SECRET (at least 32 random characters), PORT (8080).
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

const revokeLatest = async (register, email) => {
  const search = { projectUid, consentInformationPid: pid, userData: { email }, first: true };
  const { data: consent } = await register.call('/consent-register/search', search);
  if (consent === null || consent.revoked) return;
  const proof = { url: pageUrl, html: button, email };
  const revocation = { id: consent.id, channel: 'web.form', proof };
  await register.call('/consent-register/revoke', revocation, `unsubscribe-${consent.id}`);
};

/** Status and HTML of the page. */
const answer = async (register, method, search) => {
  const email = readLink(search);
  if (email === undefined) return [403, '<p>This link is not whole. Please take the one of our mail.</p>'];
  if (method !== 'POST') return [200, button];
  try {
    await revokeLatest(register, email);
    return [200, '<p>You get no more newsletters.</p>'];
  } catch (error) {
    const known = error instanceof RegisterError;
    console.error(
      'Consent not revoked:',
      ...(known ? [error.status, error.code, error.message, error.errors] : [error]),
    );
    return [503, '<p>You could not be unsubscribed just now. Please try again later.</p>'];
  }
};

const serve = () => {
  const register = Register.fromEnvironment();
  const server = createServer(async (request, response) => {
    request.resume();
    const [, search] = request.url.split('?', 2);
    const [status, html] = await answer(register, request.method, new URLSearchParams(search));
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' });
    response.end(`<!doctype html><html lang="en"><title>Newsletter</title>${html}</html>`);
  });
  server.listen(process.env.PORT ?? 8080);
};

const [email] = process.argv.slice(2);
if (email === undefined) serve();
else console.log(toLink(email));
