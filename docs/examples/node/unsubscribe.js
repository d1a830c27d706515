/**
 * An unsubscribe link. A signed link names the person. When they open it and press the button, this revokes all their consents to the
 * notice, with the page as proof. All means every consent the register finds at that moment, also one given after the email was sent. A
 * consent of the last second may be missing. The link alone revokes nothing, because mail scanners open links.
 *
 * Mail programs with their own unsubscribe button (RFC 8058) post to the same address. For them, add the headers
 * `List-Unsubscribe: <link>` and `List-Unsubscribe-Post: List-Unsubscribe=One-Click`.
 *
 * It confirms only when all consents are revoked. If one could not be revoked, or the time ran out, it answers 503 and asks the person to
 * press again. The next press goes on with the rest. If the register has no consent of the address, it answers 404, says so to the person,
 * who has a link that was mailed to the address, and logs it.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (see settings.js), REGISTER_PROJECT (UID of the project), REGISTER_PID
 * (PID of the notice), PAGE_URL (public address of this page), LINK_SECRET (at least 32 random characters), PORT (default 8080),
 * UNSUBSCRIBE_SECONDS (how long one press may take; default 20).
 *
 *     node unsubscribe.js                       serves the page
 *     node unsubscribe.js ada@example.com       prints the link for a mail
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { numberSetting, openClient, refuse, setting } from './settings.js';

const projectUid = setting('REGISTER_PROJECT');
const pid = numberSetting('REGISTER_PID');
const pageUrl = setting('PAGE_URL');
const secret = setting('LINK_SECRET');
if (secret.length < 32) refuse('LINK_SECRET must have at least 32 characters.');

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

const button = '<p>Do you want to stop our newsletters?</p><form method="post"><button>Unsubscribe</button></form>';

const nothingFound = `<p>We found no subscription for the address that got this link, so nothing has changed.
If you still get our newsletter, please reply to it, and we will unsubscribe you.</p>`;

const revoke = (client, email, id) => {
  const proof = { url: pageUrl, html: button, email };
  return client.revokeConsent({ id, channel: 'web.form', proof }, { idempotencyKey: `unsubscribe-${id}` });
};

/**
 * Revokes what it finds: how many consents there are, how many it revoked now, and why it did not revoke the others. A failure does not stop
 * the others, and each press revokes some.
 */
const revokeAll = async (client, email) => {
  const deadline = performance.now() + longestMilliseconds;
  const search = { projectUid, consentInformationPid: pid, userData: { email } };
  const outcome = { found: 0, revoked: 0, problems: [] };
  try {
    for await (const { id, revoked } of client.searchAll(search)) {
      outcome.found += 1;
      if (revoked) continue;
      const isFirst = outcome.revoked + outcome.problems.length === 0;
      if (!isFirst && performance.now() > deadline) throw new Error('There was no more time.');
      await revoke(client, email, id).then(
        () => (outcome.revoked += 1),
        (error) => outcome.problems.push(error),
      );
    }
  } catch (error) {
    outcome.problems.push(error);
  }
  return outcome;
};

/** Status and HTML of the page. */
const answer = async (client, method, search) => {
  const email = readLink(search);
  if (email === undefined) return [403, '<p>This link is incomplete. Please use the link in our email.</p>'];
  if (method !== 'POST') return [200, button];
  const { found, revoked, problems } = await revokeAll(client, email);
  for (const { message } of problems) console.error('Consent not revoked:', message);
  if (problems.length > 0)
    return [503, `<p>You are not unsubscribed yet. Please press the button again in a moment.</p>${button}`];
  if (revoked > 0) return [200, '<p>You will get no more newsletters.</p>'];
  if (found > 0) return [200, '<p>You were unsubscribed already. You get no more newsletters.</p>'];
  console.error('Nothing was found for this address. If that happens often, check REGISTER_PROJECT and REGISTER_PID.');
  return [404, nothingFound];
};

const page = (html) => `<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }</style>
${html}</html>`;

const serve = () => {
  const client = openClient();
  const server = createServer(async (request, response) => {
    request.resume();
    const [, search] = request.url.split('?', 2);
    const [status, html] = await answer(client, request.method, new URLSearchParams(search));
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' });
    response.end(page(html));
  });
  const port = process.env.PORT ?? 8080;
  server.on('error', ({ message }) =>
    refuse(`The page cannot be served on port ${port}: ${message}. Set PORT to a free one.`),
  );
  server.listen(port, () =>
    console.log(`The page is at http://127.0.0.1:${port}. It accepts the links that this program prints.`),
  );
};

const [email] = process.argv.slice(2);
if (email === undefined) serve();
else console.log(toLink(email));
