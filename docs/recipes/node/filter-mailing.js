/**
 * Leaves in a mailing list only the people who may be written to now.
 *
 *     node filter-mailing.js list.csv allowed.csv
 *
 * The list is CSV in UTF-8, with a column email; other columns are passed on. The new file has the header and the rows of those whose
 * latest consent to the notice is in force, in the same order. A row without an email is left out. The register is asked about 100 people
 * a call, and answers yes, or why not, and nothing else about them: run this right before you send.
 *
 * The file is written when everybody is checked, and only then. It holds personal data, so only the user who runs this can read it. How
 * many rows got which answer is printed for your records.
 *
 * Exit code: 0 the file is written, 1 it is not written, 2 an argument, the list or a setting is wrong.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see settings.js), REGISTER_PID (PID of the notice). A user with the role
 * sender is enough, and reads no consent.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { numberSetting, openClient } from './settings.js';

const peopleOfACall = 100;

/** A wrong argument, list or setting. */
class Wrong extends Error {}

const rightly = (work) => {
  try {
    return work();
  } catch ({ message }) {
    throw new Wrong(message);
  }
};

/** The rows of CSV (RFC 4180), each a list of cells. Undefined if it is none. */
const parseCsv = (text) => {
  const rows = [[]];
  let end = 0;
  for (const { 0: all, 1: quoted, 2: plain, 3: after, index } of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/g,
  )) {
    if (index !== end) return undefined;
    end += all.length;
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (after !== ',') rows.push([]);
  }
  return end === text.length ? rows : undefined;
};

const writeCell = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The header, and the rows with their numbers as a spreadsheet shows them. */
const read = async (path) => {
  const bytes = await readFile(path);
  const text = rightly(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const [header = [], ...rows] = parseCsv(text) ?? [];
  if (header.filter((name) => name === 'email').length !== 1)
    throw new Wrong(`${path} needs one column email, with commas between the columns.`);
  const numbered = rows.map((cells, i) => ({ number: i + 2, cells })).filter(({ cells }) => cells.join('') !== '');
  for (const { number, cells } of numbered)
    if (cells.length !== header.length)
      throw new Wrong(`Row ${number} of ${path} has ${cells.length} cells, the header ${header.length}.`);
  return { header, rows: numbered };
};

/** What the register says of each row. */
const ask = async (client, pid, email, rows) => {
  try {
    const { data } = await client.checkPeople({ pid, people: rows.map(({ cells }) => ({ email: cells[email] })) });
    return data.map(({ allowed, reason }) => (allowed ? 'allowed' : reason));
  } catch (error) {
    for (const { field, detail } of error.errors ?? []) {
      const [, place] = /^people\[(\d+)\]/.exec(field) ?? [];
      if (place !== undefined) throw new Wrong(`Row ${rows[place].number}: ${detail}`);
    }
    throw error;
  }
};

const filter = async (source, target) => {
  const { header, rows } = await read(source);
  const [client, pid] = rightly(() => [openClient(240_000), numberSetting('REGISTER_PID')]);
  const email = header.indexOf('email');
  const people = rows.filter(({ cells }) => cells[email].trim() !== '');
  const answers = [];
  for (let start = 0; start < people.length; start += peopleOfACall)
    answers.push(...(await ask(client, pid, email, people.slice(start, start + peopleOfACall))));
  const allowed = people.filter((_, i) => answers[i] === 'allowed');
  const lines = [header, ...allowed.map(({ cells }) => cells)].map((cells) => `${cells.map(writeCell).join(',')}\n`);
  await writeFile(target, lines.join(''), { flag: 'wx', mode: 0o600 });
  const count = (name) => answers.filter((answer) => answer === name).length;
  const counts = ['allowed', 'none', 'revoked', 'expired', 'superseded'].map((name) => `${count(name)} ${name}`);
  console.log([...counts, `${rows.length - people.length} no email`].join(', '));
};

const [source, target, ...more] = process.argv.slice(2);
try {
  if (target === undefined || more.length > 0) throw new Wrong('Usage: node filter-mailing.js <list> <new file>');
  await filter(source, target);
} catch (error) {
  console.error(error.message);
  process.exitCode = error instanceof Wrong ? 2 : 1;
}
