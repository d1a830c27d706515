/**
 * Receives events of the register by HTTP, from an API destination of EventBridge or from `npx consent-register start --events-to`. It verifies the
 * signature of each event, then writes the event to a folder, one file for each. EventBridge delivers at least once and in no order. A
 * repeated event has the same file name, so it is stored once: your program reads the files and must leave them there.
 *
 * It answers 204 when the event is in the folder, and 400 when the register did not sign it. EventBridge does not retry a 400. It retries
 * any other failure, such as a disk error.
 *
 * Environment: EVENTS_KEYS (the file that `events keys --out` writes), EVENTS_FOLDER (folder for the events), PORT (8090).
 *
 *     node events.mjs
 */

import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** Ends the program with one sentence that says what to do. */
const refuse = (sentence) => {
  console.error(sentence);
  return process.exit(2);
};

const setting = (name) => process.env[name] || refuse(`Set the environment variable ${name}.`);

const readKeys = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).keys;
  } catch (error) {
    return refuse(`EVENTS_KEYS names no file as \`events keys --out\` writes it: ${error.message}`);
  }
};

const keys = readKeys(setting('EVENTS_KEYS'));
const folder = setting('EVENTS_FOLDER');
const longestBody = 256 * 1024;

/** A request that is not an event of the register. */
class Refused extends Error {}

const decode = (part) => Buffer.from(part, 'base64url');

/** The event in a JWS (RFC 7515, EdDSA). Nothing outside the JWS counts. */
const readEvent = (jws) => {
  const [header, payload, signature, more] = typeof jws === 'string' ? jws.split('.') : [];
  if (!signature || more !== undefined) throw new Refused('It has no JWS.');
  const { alg, typ, kid } = JSON.parse(decode(header).toString());
  const key = keys.find((each) => each.kid === kid && each.crv === 'Ed25519');
  if (alg !== 'EdDSA' || typ !== 'consent-register-event+jws' || !key) throw new Refused('No known key signed it.');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  if (!verify(null, Buffer.from(`${header}.${payload}`), publicKey, decode(signature)))
    throw new Refused('The signature is wrong.');
  const event = JSON.parse(decode(payload).toString());
  if (!/^[0-9a-f]{32}$/.test(event.id)) throw new Refused('It has no id.');
  return event;
};

/** Writes the event to the folder, complete or not at all. Returns whether it is new. */
const store = async (event) => {
  const temporary = join(folder, `.${randomUUID()}`);
  await writeFile(temporary, JSON.stringify(event), { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(temporary, join(folder, `${event.id}.json`));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    await unlink(temporary);
  }
};

const readBody = async (request) => {
  const pieces = [];
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > longestBody) throw new Refused('It is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
};

const receive = async (request) => {
  if (request.method !== 'POST') return 405;
  try {
    const { detail } = JSON.parse(await readBody(request));
    const event = readEvent(detail?.jws);
    if (await store(event)) console.log(`${event.type} ${event.id}`);
    return 204;
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError || error instanceof TypeError) {
      console.error(`Refused: ${error.message}`);
      return 400;
    }
    console.error(error);
    return 500;
  }
};

await mkdir(folder, { recursive: true, mode: 0o700 });
const port = Number(process.env.PORT || 8090);
createServer(async (request, response) => {
  response.writeHead(await receive(request)).end();
})
  .on('error', ({ message }) => refuse(`Port ${port} cannot be used: ${message}. Set PORT to a free one.`))
  .listen(port);
