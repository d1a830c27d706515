/**
 * The links of a mailing: for each person the address of the page where they see what they agreed to and withdraw, and the headers by
 * which mail programs show a button that unsubscribes them in one click (RFC 8058). The register serves both. The stage needs the option
 * personLinks; a key with the role sender is enough.
 *
 * Put `headers` and `page` into the mail to that person, and let your DKIM signature cover both headers. With nodemailer:
 *
 *     await transport.sendMail({ from, to, subject, headers, html: `${html} <a href="${page}">Unsubscribe</a>` });
 *
 * Anyone who has a link can withdraw: keep links out of logs, of click counters and of mails to others.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PID (PID of the notice). It needs Node.js 20 or newer.
 *
 *     npm install ./consent-register-client-0.1.0.tgz
 *     node unsubscribe.mjs ada@example.com grace@example.com
 */

import { createClient } from '@consent-register/client';

/** Ends the program with one sentence that says what to do. */
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(2);
};

const setting = (name) => process.env[name] || refuse(`Set the environment variable ${name}.`);

const pid = Number(setting('REGISTER_PID'));
const emails = process.argv.slice(2);
if (emails.length === 0) refuse('Name the addresses of the mailing.');

const client = createClient({ baseUrl: setting('REGISTER_URL'), key: setting('REGISTER_KEY') });
for (let first = 0; first < emails.length; first += 100) {
  const some = emails.slice(first, first + 100);
  const { data } = await client.makeLinks({ pid, people: some.map((email) => ({ email })) });
  for (const [i, { page, headers }] of data.entries()) console.log(JSON.stringify({ to: some[i], page, headers }));
}
