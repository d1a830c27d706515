import { join } from 'node:path';
import type { Account } from '../../../../shared/identity/account.ts';
import type { Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { saySoFar } from '../../../interruption.ts';
import type { Result } from '../../../printing/output.ts';
import { note } from '../../../printing/output.ts';
import { beginProgress, countOf } from '../../../printing/progress.ts';
import { addGoOn } from '../go-on.ts';
import { chooseAmong, findAccountIn, newBelongings } from './account-items.ts';
import { claimFolder } from './claim-folder.ts';
import { readDataLines } from './data-lines.ts';
import type { DataFile, DynamoExport } from './dynamo-export.ts';
import { findDynamoExport } from './dynamo-export.ts';
import { keepNamed, writeConsents } from './export-passes.ts';
import { writeState } from './export-state.ts';
import { finishExport } from './finish.ts';
import { openKeptLines } from './kept-lines.ts';
import { keepDigest, tellExport } from './outcome.ts';
import { tellSoFar } from './so-far.ts';

/** The most files that consents are written to, however many files DynamoDB wrote. */
const mostSegments = 16;

/** The scratch file for lines that wait. */
const scratchFile = 'export-scratch.sqlite';

/** The accounts in the export. Every file is read and checked before anything is written. */
const readAccounts = async (files: readonly DataFile[]): Promise<Account[]> => {
  const accounts: Account[] = [];
  const progress = beginProgress((count) => countOf(count, 'items checked'));
  try {
    for (const file of files) {
      await readDataLines(file, (lines) => {
        accounts.push(...lines.map(findAccountIn).filter((account) => account !== undefined));
        progress.advance(lines.length);
      });
    }
  } finally {
    progress.end();
  }
  return accounts;
};

const writeAll = async (
  { arn, time, files }: DynamoExport,
  { id, name }: Account,
  folder: string,
  segments: number,
): Promise<Manifest> => {
  const kept = await openKeptLines(join(folder, scratchFile));
  const progress = beginProgress((count) => countOf(count, 'items and lines read'));
  try {
    const belongings = newBelongings(id, kept);
    await keepNamed(files, id, { kept, belongings, onItems: progress.advance });
    await writeConsents(files, id, { kept, folder, segments, onItems: progress.advance });
    return await finishExport(folder, {
      ...{ notices: belongings.notices(), projects: belongings.projects() },
      origin: { account: { id, name }, source: arn, asOf: new Date(time).toISOString() },
      ...{ segments, onLines: progress.advance },
    });
  } finally {
    progress.end();
    await kept.remove();
  }
};

/**
 * Turns a DynamoDB export to S3 into the same export that the table would have given at that moment: the same lines, the same
 * digest. It needs no register. An interrupted run starts from the beginning, because reading files costs nothing.
 *
 * @throws CommandError usage when the export is incomplete or the folder unsuitable
 */
export const exportFromDynamo = async (folder: string, from: string, wanted: string | undefined): Promise<Result> => {
  const found = await findDynamoExport(from);
  note(`From the export ${tame(found.arn)}, as of ${found.time}`);
  const account = chooseAmong(await readAccounts(found.files), wanted);
  const segments = Math.max(1, Math.min(found.files.length, mostSegments));
  const { state } = await claimFolder(folder, { account: account.id, source: found.arn, segments }, new Date());
  saySoFar(tellSoFar(folder, 0));
  await writeState(folder, state);
  const manifest = await writeAll(found, account, folder, segments).catch((error) => {
    throw addGoOn(error);
  });
  return { ...tellExport(folder, manifest), remark: keepDigest };
};
