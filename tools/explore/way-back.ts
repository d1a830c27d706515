import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from '@commander-js/extra-typings';
import { describeProgram } from '../bench/program-options.ts';
import { fail } from '../bench/report.ts';
import { commandIn } from './installed/commands.ts';
import { installInto, makeFolder, removeFolders } from './installed/folders.ts';

const { package: given } = describeProgram(
  'explore way-back',
  'Has the packed file of another release read what this version stores, as after a rollback: it must answer what this version answers, as far as it knows of it. Needs Java, and the network to install the file.',
)
  .addOption(new Option('--package <file>', 'consent-register-<version>.tgz (default: these sources, packed)'))
  .parse()
  .opts();

// The modules of a call read where it works from the environment.
for (const name of ['TABLE_NAME', 'SIGNING_KEY_SECRET', 'EVIDENCE_KEY', 'STAGE']) process.env[name] ??= 'none';
Object.assign(process.env, { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
const { startEngine } = await import('../../cli/local/engine.ts');
const { createErasuresTable, createLogTable, createTable, nameErasuresTable, nameLogTable } = await import(
  '../../cli/local/table.ts'
);
const { openPatiently } = await import('../../test/support/patient-table.ts');
const { findContradictions } = await import('../../test/infra/released/compare-answers.ts');
const { copyKeys, loadItems, readAnswers, readKnown } = await import('../../test/infra/released/data-folder.ts');
const { startProgram, tableName } = await import('../../test/infra/released/program.ts');
const { readData } = await import('../../test/infra/released/read-data.ts');

const packSources = async (): Promise<string> => {
  const { makePackage, pack } = await import('../release/packing.ts');
  await makePackage();
  return pack().file;
};

/** The recorded tables, in an engine of their own. */
const openTables = async () => {
  const engine = await startEngine();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
  await Promise.all([
    createTable(openPatiently(tableName), { isFollowed: true }),
    createErasuresTable(openPatiently(nameErasuresTable(tableName))),
    createLogTable(openPatiently(nameLogTable(tableName))),
  ]);
  await loadItems(tableName);
  return engine;
};

const folder = await installInto(given === undefined ? await packSources() : resolve(given));
const known = readKnown();
const engine = await openTables();
const [dataDir, files] = [makeFolder(), join(makeFolder(), 'files')];
mkdirSync(files);
copyKeys(dataDir);
const register = await startProgram({
  program: [process.execPath, commandIn(folder)],
  folder,
  dataDir,
  now: new Date(Date.parse(known.until) + 60_000),
  engine: { endpoint: engine.endpoint },
});
try {
  const read = await readData(register, known, files);
  const contradictions = Object.entries(readAnswers()).flatMap(([asked, answer]) =>
    findContradictions(answer, read[asked]).map((path) => `${asked}: ${path === '' ? 'another answer' : path}`),
  );
  console.log(`${Object.keys(read).length} answers read, ${contradictions.length} contradictions.`);
  fail(contradictions);
} finally {
  await register.stop();
  await engine.stop();
  removeFolders();
}
