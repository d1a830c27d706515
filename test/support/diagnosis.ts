import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import type { Finding } from '../../cli/commands/doctor/finding.ts';
import { runAdmin } from './admin.ts';
import { region } from './deployed-stage.ts';
import { toJsonError } from './ended.ts';
import type { SoundStage } from './sound-stage.ts';
import { encryptionKey, soundTrail } from './sound-stage.ts';

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says });
export const skipped = (check: string, says: string): Finding => ({ check, state: 'skipped', says });
export const wrong = (check: string, says: string, todo: string): Finding => ({ check, state: 'wrong', says, todo });

/** What `doctor` finds where nothing is wrong. */
export const soundFindings = ({ aws, api }: SoundStage) => [
  { check: 'table', state: 'ok', says: 'ACTIVE' },
  { check: 'indexes', state: 'ok', says: 'project, first_name, last_name, email, phone, mobile_phone, tax_code' },
  { check: 'deletion protection', state: 'ok', says: 'on' },
  { check: 'point-in-time recovery', state: 'ok', says: 'on, back to 2026-11-01T00:00:00.000Z' },
  { check: 'time to live', state: 'ok', says: 'on, by expiresAt' },
  { check: 'stream', state: 'ok', says: 'on, NEW_AND_OLD_IMAGES' },
  { check: 'credentials', state: 'ok', says: aws.caller },
  { check: 'region', state: 'ok', says: region },
  { check: 'public keys', state: 'ok', says: '1; 1 in use' },
  { check: 'key rotation', state: 'ok', says: 'last on 2026-11-10T03:00:00.000Z' },
  { check: 'API', state: 'ok', says: `${api.url} answers` },
  { check: 'clock', state: 'ok', says: '0 s off the clock of the API' },
  { check: 'accounts', state: 'ok', says: '1; 1 enabled' },
  { check: 'alarms', state: 'ok', says: '1 subscription' },
  { check: 'trail of key changes', state: 'ok', says: `logged by ${soundTrail.TrailARN}` },
  { check: 'backups by AWS Backup', state: 'skipped', says: 'none without the option backupDays' },
  { check: 'encryption key', state: 'ok', says: `${encryptionKey} enabled` },
  { check: 'evidence key', state: 'ok', says: 'in use since 2026-11-20T12:00:00.000Z' },
  { check: 'former evidence keys', state: 'ok', says: 'none to delete' },
  {
    check: 'erasures table',
    state: 'ok',
    says: 'table ACTIVE; deletion protection on; point-in-time recovery on, back to 2026-11-01T00:00:00.000Z',
  },
  { check: 'unfinished erasures', state: 'ok', says: 'none' },
  { check: 'erasures', state: 'ok', says: 'no erasures' },
  { check: 'requests to erase', state: 'ok', says: 'none open' },
  {
    check: 'log table',
    state: 'ok',
    says: 'table ACTIVE; deletion protection on; point-in-time recovery on, back to 2026-11-01T00:00:00.000Z',
  },
  { check: 'log name', state: 'ok', says: 'consent-register/test' },
  { check: 'log feed', state: 'ok', says: 'no consents older than an hour' },
  { check: 'log', state: 'ok', says: '1 event; last checkpoint on 2026-11-20 12:00:00' },
  { check: 'anchors', state: 'ok', says: 'last on 2026-11-20 12:00:00' },
  { check: 'records set aside', state: 'ok', says: 'none' },
];

/** Runs `doctor` and leaves out what is as in a sound stage. */
export const diagnose = async (stage: SoundStage) => {
  const { exitCode, stdout, stderr } = await runAdmin('doctor', '--stage', 'prod', '--json');
  const sound = soundFindings(stage);
  const findings: Finding[] = JSON.parse(stdout);
  const unsound = findings.filter((finding, index) => !isDeepStrictEqual(finding, sound[index]));
  return { exitCode, stderr, unsound };
};

/** What `diagnose` returns where this alone is not as in a sound stage. */
export const diagnosis = (...unsound: readonly Finding[]) => {
  const wrong = unsound.filter(({ state }) => state === 'wrong').map(({ check }) => check);
  return wrong.length === 0
    ? { exitCode: 0, stderr: '', unsound }
    : { exitCode: exitCodes.finding, stderr: toJsonError('finding', `Checks failed: ${wrong.join(', ')}.`), unsound };
};

/** Expects that this alone is not as in a sound stage. */
export const expectOnly = async (stage: SoundStage, ...unsound: readonly Finding[]): Promise<void> => {
  expect(await diagnose(stage)).toEqual(diagnosis(...unsound));
};
