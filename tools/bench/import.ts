import { createWriteStream, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { listenOnLoopback } from '../../cli/local/loopback.ts';
import { nameErasuresTable } from '../../cli/local/table.ts';
import { contentOf, makeAccount } from './account.ts';
import { measureCommand } from './measured-process.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { round } from './report.ts';
import { reportSizes } from './store.ts';

/** Stands before the engine for the processes that are started from now on, and counts their calls by name. */
const startCountingProxy = async () => {
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const counts = new Map<string, number>();
  const server = createServer((asked, answer) => {
    const name = String(asked.headers['x-amz-target']).replace(/^.*\./, '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const { host: _, ...headers } = asked.headers;
    const forwarded = request(engine, { method: 'POST', headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    forwarded.on('error', () => asked.socket.destroy());
    asked.pipe(forwarded);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, count: (name: string): number => counts.get(name) ?? 0 };
};

const year = 365 * 86_400_000;
const firstLine = 'id,agreed,agreed_at,language,email,first_name,last_name,phone,page,left_at\n';

function* linesOf(count: number): Generator<string> {
  const first = Date.UTC(2021, 0, 1);
  yield firstLine;
  for (let i = 0; i < count; i += 1) {
    const given = new Date(first + Math.floor((i / count) * 5 * year)).toISOString();
    const left = i % 12 === 0 ? new Date(first + 5 * year).toISOString() : '';
    const phone = `+39 0${(2_000_000_000 + i * 7_919) % 10_000_000_000}`;
    yield `${i},yes,${given},it,person-${i}@example.com,Ada,Rossi ${i},${phone},https://shop.example/newsletter?step=${i % 7},${left}\n`;
  }
}

/** The table of a CRM with so many people who agreed. */
const writeRows = (file: string, count: number): Promise<void> =>
  pipeline(Readable.from(linesOf(count)), createWriteStream(file));

/** What its columns are. */
const mappingOf = (projectUid: string, notice: string | undefined): string =>
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

const { consents: sizes } = describeProgram(
  'bench import',
  'What `consent import` takes of memory, time and DynamoDB, of the table of a CRM with the keys of userData that the contract names.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 1_000_000])
  .parse()
  .opts();

const megabyte = 1_000_000;

const Imported = v.object({ imported: v.number(), rejected: v.number() });

const header = ['writes', 'transactions', 'peak memory, MB', 'seconds', 'consents a second'];
await reportSizes('import', sizes, header, async ({ size, table, folder }) => {
  const { accountId, projectUid, notices } = await makeAccount(table, [
    contentOf('<p>We write to you once a month.</p>'),
  ]);
  const [file, mapping] = [join(folder, 'crm.csv'), join(folder, 'crm.json')];
  await writeRows(file, size);
  writeFileSync(mapping, mappingOf(projectUid, notices[0]?.name));
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const proxy = await startCountingProxy();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--yes', '--json'];
  const places = ['--account', accountId, '--table', table.name, '--erasures-table', nameErasuresTable(table.name)];
  const { printed, peak, seconds } = await measureCommand([...words, ...places]);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine;
  const { imported, rejected } = v.parse(Imported, JSON.parse(printed));
  if (imported !== size || rejected !== 0) throw new Error(`${imported} of ${size} consents were imported.`);
  // Two entries of the operations log and the key from which ids derive are writes as well.
  const puts = proxy.count('PutItem') - 3;
  const transactions = proxy.count('TransactWriteItems');
  return [puts, transactions, round(peak / megabyte), round(seconds), Math.round(size / seconds)];
});
