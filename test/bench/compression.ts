import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { compress } from '../../shared/store/compression.ts';
import { formMarkup } from './compression/form-markup.ts';
import { describeProgram } from './program-options.ts';
import { quantile, report, round, toTable } from './report.ts';

describeProgram(
  'bench:compression',
  'Compares compressors on proofs and userData: their bytes, and their time relative to the one in use.',
).parse();

const readPage = (file: string): Promise<string> =>
  readFile(join(import.meta.dirname, 'capacity/proofs', file), 'utf8');
const url = 'https://shop.example/checkout';
const form =
  '<form action="/newsletter" method="post"><label>Email <input type="email" name="email" value="ada@example.com"></label>' +
  '<label><input type="checkbox" name="newsletter" checked> I want to receive the newsletter and have read the ' +
  '<a href="/privacy">privacy notice</a></label><button>Subscribe</button></form>';

const values = {
  userData: { first_name: 'Ada', last_name: 'Rossi', email: 'ada.rossi@example.com' },
  'a URL': { url },
  'a small form': { url, html: form },
  '10 KB of HTML': { url, html: await readPage('section.html') },
  '100 KB of HTML': { url, html: await readPage('page.html') },
};

const brotli = (quality: number) => (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const dictionary = Buffer.from(formMarkup);

const inUse = 'brotli 5, in use';

const compressors: Readonly<Record<string, (text: string) => Uint8Array>> = {
  [inUse]: brotli(5),
  'brotli 9': brotli(9),
  'brotli 11': brotli(11),
  gzip: (text) => gzipSync(text),
  zlib: (text) => deflateSync(text),
  'zlib with a dictionary': (text) => deflateSync(text, { dictionary }),
  'zstd 3': (text) => zstdCompressSync(text),
  'zstd 19': (text) => zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
};

const rounds = 30;

const timeOf = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const texts = Object.entries(values).map(([name, value]) => ({ name, text: JSON.stringify(value) }));
const times = new Map(Object.keys(compressors).map((name) => [name, [] as number[]]));
for (let i = 0; i < rounds; i += 1) {
  for (const [name, run] of Object.entries(compressors)) {
    times.get(name)?.push(timeOf(() => texts.map(({ text }) => run(text))));
  }
}
for (const { text } of texts) {
  if (compress(JSON.parse(text)).length !== compressors[inUse]?.(text).length) throw new Error(`${inUse} is not.`);
}

await report(
  'compression',
  toTable(
    ['bytes by', ...texts.map(({ name, text }) => `${name}: ${Buffer.byteLength(text).toLocaleString('en')}`), 'time'],
    Object.entries(compressors).map(([name, run]) => [
      name,
      ...texts.map(({ text }) => run(text).length),
      round(quantile(times.get(name) ?? []) / quantile(times.get(inUse) ?? []), 2),
    ]),
  ),
);
