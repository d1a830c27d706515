import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import { calls } from '../shared/runtime/installation.ts';

/** What AWS starts. */
export type Job = 'rotateSigningKey' | 'checkKeys' | 'feedLog' | 'publishCheckpoint';

/** The owner of a role: the function of an operation, the one that serves the key file, those behind links, or a job. */
export type Actor =
  | OperationName
  | 'keyFile'
  | 'linkPage'
  | 'linkWithdrawal'
  | 'confirmationPage'
  | 'confirmation'
  | Job;

/** What the names of its resources begin with, and people find it by. */
export const toResourceName = (actor: Actor): string => actor.charAt(0).toUpperCase() + actor.slice(1);

/** A function: one with a role of its own, or one of the two that have access to nothing. */
export type FunctionName = Actor | 'noOperation' | 'console';

const projectRoot = join(import.meta.dirname, '..');

/** What `npm run build` writes: a folder for each function, and the list of what is in their bundles. */
export const builtFolder = join(projectRoot, 'dist');

/** The operations, by name. */
export const operations = Object.keys(contract) as OperationName[];

/** Function -> its source file, from the root of the project. */
export const sources: Readonly<Record<FunctionName, string>> = {
  ...(Object.fromEntries(operations.map((name) => [name, `functions${contract[name].path}.ts`])) as Record<
    OperationName,
    string
  >),
  linkPage: 'functions/links/page.ts',
  linkWithdrawal: 'functions/links/withdraw.ts',
  confirmationPage: 'functions/confirmations/page.ts',
  confirmation: 'functions/confirmations/confirm.ts',
  rotateSigningKey: 'functions/jobs/rotate-signing-key.ts',
  checkKeys: 'functions/jobs/check-keys.ts',
  feedLog: 'functions/jobs/feed-log.ts',
  publishCheckpoint: 'functions/jobs/publish-checkpoint.ts',
  keyFile: 'functions/key-file.ts',
  noOperation: 'functions/no-operation.ts',
  console: 'functions/console/handler.ts',
};

/** There is no code of a function to deploy. */
export class NotBuilt extends Error {
  override readonly name = 'NotBuilt';
}

/**
 * The folder with the code of a function.
 *
 * @throws NotBuilt when the functions have not been built
 */
export const findCode = (name: FunctionName): string => {
  const folder = join(builtFolder, 'functions', name);
  if (!existsSync(join(folder, 'index.mjs'))) {
    throw new NotBuilt(`There is no code of the function ${name}. Run ${calls.repair} first.`);
  }
  return folder;
};

/** The files of a function, by their names. @throws NotBuilt */
export const readCode = (name: FunctionName): ReadonlyMap<string, Uint8Array> => {
  const folder = findCode(name);
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file))]),
  );
};

/** The archive with the code of a function. Other code has another name, so one that was copied never becomes another. @throws NotBuilt */
export const nameArchive = (name: FunctionName): string => {
  const hash = createHash('sha256');
  for (const [file, content] of readCode(name)) hash.update(`${file} ${content.length}\n`).update(content);
  return `${name}-${hash.digest('hex').slice(0, 16)}.zip`;
};
