import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const year = 365 * 86_400_000;
const header = 'id,agreed,agreed_at,language,email,first_name,last_name,phone,page,left_at\n';

function* rows(count: number): Generator<string> {
  const first = Date.UTC(2021, 0, 1);
  yield header;
  for (let i = 0; i < count; i += 1) {
    const given = new Date(first + Math.floor((i / count) * 5 * year)).toISOString();
    const left = i % 12 === 0 ? new Date(first + 5 * year).toISOString() : '';
    const phone = `+39 0${(2_000_000_000 + i * 7_919) % 10_000_000_000}`;
    yield `${i},yes,${given},it,person-${i}@example.com,Ada,Rossi ${i},${phone},https://shop.example/newsletter?step=${i % 7},${left}\n`;
  }
}

/** The table of a CRM with so many people who agreed. */
export const writeRows = (file: string, count: number): Promise<void> =>
  pipeline(Readable.from(rows(count)), createWriteStream(file));

/** What its columns are. */
export const mappingOf = (projectUid: string, notice: string): string =>
  JSON.stringify({
    key: ['id'],
    passOver: [{ column: 'agreed', notIn: ['yes'] }],
    project: { value: projectUid },
    notice: { value: notice },
    version: { value: '1' },
    time: { column: 'agreed_at' },
    lang: { column: 'language', values: { it: 'ita' } },
    userData: Object.fromEntries(['email', 'first_name', 'last_name', 'phone'].map((column) => [column, { column }])),
    proof: { url: { column: 'page' }, source: { value: 'The CRM, field agreed' } },
    revocation: { time: { column: 'left_at' }, proof: { source: { value: 'The CRM, field left_at' } } },
  });
