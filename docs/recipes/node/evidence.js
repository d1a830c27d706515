/**
 * Saves the signed evidence document of a consent in a new file, byte for byte.
 *
 *     node evidence.js 01a203b847867fd1bb46680a628c6caf evidence.json
 *     node evidence.js 01a203b847867fd1bb46680a628c6caf evidence.json 2026-03-03
 *
 * With a time (a month, a day or a time in UTC) the document also has the state of the consent then.
 *
 * The file has the bytes of the answer. A program that parses the answer and writes it again may change a byte, and a verifier then
 * refuses it. The document holds personal data, so only the user who runs this can read the file. The SHA-256 of the file is printed for
 * your records.
 *
 * Exit code: 0 the file is written, 1 it is not written, 2 an argument or a setting is wrong.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see settings.js). A user with the role reader is enough.
 */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { openClient } from './settings.js';

const refuse = (says, exitCode) => {
  console.error(says);
  process.exit(exitCode);
};

const open = () => {
  try {
    return openClient();
  } catch (error) {
    return refuse(error.message, 2);
  }
};

const [id, file, at] = process.argv.slice(2);
if (file === undefined) refuse('Usage: node evidence.js <id of the consent> <new file> [time]', 2);

try {
  const document = await open().getEvidenceFile({ id, at });
  await writeFile(file, document, { flag: 'wx', mode: 0o600 });
  console.log(`${createHash('sha256').update(document).digest('hex')}  ${file}`);
} catch ({ message }) {
  refuse(message, 1);
}
