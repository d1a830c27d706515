import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { writeAnswers, writeRecorded } from './data-folder.ts';
import { makeData } from './make-data.ts';
import { startProgram, tableName } from './program.ts';
import { readData } from './read-data.ts';

const root = join(import.meta.dirname, '../../..');

/** When the data was recorded, by its own clock. */
const begin = new Date('2026-12-01T09:00:00Z');

/** Records what this version writes, and what it answers about it. */
export const recordData = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'consent-register-recorded-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const port = await findFreePort();
  const program = [process.execPath, join(root, 'cli/bin.js')] as const;
  try {
    const register = await startProgram({ program, folder: root, dataDir, now: begin, engine: { port } });
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    try {
      const known = await makeData(register, folder, register.now);
      await writeRecorded(tableName, dataDir, known);
      writeAnswers(await readData(register, known, folder));
    } finally {
      await register.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
