import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { toChunks } from '../../../../shared/chunks.ts';
import { parseConsent } from '../../../../shared/consents/consent.ts';
import type { Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { openKept, standsAlone } from '../../../../shared/consents/exchange/open-consents.ts';
import type { Consent } from '../../../../shared/consents/opened-consent.ts';
import type { Account } from '../../../../shared/identity/account.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { parseDynamoLine } from '../../../../shared/store/dynamo-json.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { CommandError } from '../../../command-error.ts';
import { interruption, saySoFar } from '../../../interruption.ts';
import { errorCode } from '../../../notices/text-file.ts';
import type { Result } from '../../../printing/output.ts';
import { note } from '../../../printing/output.ts';
import { withProgress } from '../../../printing/progress.ts';
import { refuseReading } from '../../../typed-values.ts';
import { failWithGoOn } from '../go-on.ts';
import type { Belongings } from './account-items.ts';
import { chooseAmong, findAccountIn, newBelongings } from './account-items.ts';
import type { DataFile, DynamoExport } from './dynamo-export.ts';
import { findDynamoExport } from './dynamo-export.ts';
import { claimFolder } from './export-folder.ts';
import { beginning, writeState } from './export-state.ts';
import { finishExport } from './finish.ts';
import type { KeptLines } from './kept-lines.ts';
import { newCutter, openKeptLines } from './kept-lines.ts';
import { keepDigest, tellExport, tellSoFar } from './outcome.ts';
import type { SegmentFiles } from './segment-files.ts';
import { openSegment } from './segment-files.ts';

/** The most files that consents are written to, however many files DynamoDB wrote. */
const mostSegments = 16;

/** The scratch file for lines that wait. */
const scratchFile = 'export-scratch.sqlite';

/** The accounts in the export. Every file is read and checked before anything is written. */
const readAccounts = async (files: readonly DataFile[]): Promise<Account[]> => {
  const accounts: Account[] = [];
  await withProgress('items checked', async (advance) => {
    for (const file of files) {
      await readDataLines(file, (lines) => {
        accounts.push(...lines.map(findAccountIn).filter((account) => account !== undefined));
        advance(lines.length);
      });
    }
  });
  return accounts;
};

const writeAll = async (
  { arn, time, files }: DynamoExport,
  { id, name }: Account,
  folder: string,
  segments: number,
): Promise<Manifest> => {
  const kept = await openKeptLines(join(folder, scratchFile));
  return withProgress('items and lines read', async (onRead) => {
    const belongings = newBelongings(id, kept);
    await keepNamed(files, id, { kept, belongings, onItems: onRead });
    await writeConsents(files, id, { kept, folder, segments, onItems: onRead });
    return finishExport(folder, {
      notices: belongings.notices(),
      projects: belongings.projects(),
      origin: { account: { id, name }, source: arn, asOf: new Date(time).toISOString() },
      segments,
      onLines: onRead,
    });
  }).finally(kept.remove);
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
  const manifest = await writeAll(found, account, folder, segments).catch(failWithGoOn);
  return { ...tellExport(folder, manifest), remark: keepDigest };
};

interface Pass {
  readonly kept: KeptLines;
  readonly onItems: (count: number) => void;
}

/**
 * The first pass: collects the account's items other than consents, keeps long proofs of revocations, and notes which consents hold
 * proofs that other consents share.
 */
const keepNamed = async (
  files: readonly DataFile[],
  accountId: string,
  { kept, belongings, onItems }: Pass & { readonly belongings: Belongings },
): Promise<void> => {
  const own = keyOf.account(accountId).PK;
  const [consents, revokeProofs] = [keyOf.consent(accountId, '').PK, keyOf.revokeProof(accountId, '').PK];
  const marks = [JSON.stringify(own), revokeProofs, '"proofId"'];
  const take = (line: Buffer): void => {
    if (!marks.some((mark) => line.includes(mark))) return;
    const text = line.toString();
    const item = parseDynamoLine(text);
    if (item.PK === own) belongings.add(item, text);
    if (item.PK.startsWith(revokeProofs)) kept.keep(item.PK, text);
    if (item.PK.startsWith(consents)) {
      const { proofId } = parseConsent(item);
      if (proofId !== undefined) kept.need(keyOf.consent(accountId, proofId).PK);
    }
  };
  for (const file of files) {
    await readDataLines(file, (lines) => {
      lines.forEach(take);
      onItems(lines.length);
    });
  }
};

/** Opens a consent that was put off, once everything it refers to has been seen. */
const openPutOff = (kept: KeptLines, accountId: string, line: string): Consent => {
  const find = (key: string) => {
    const found = kept.find(key);
    return found === undefined ? undefined : parseDynamoLine(found);
  };
  const consent = parseConsent(parseDynamoLine(line));
  const keeper = consent.proofId === undefined ? undefined : find(keyOf.consent(accountId, consent.proofId).PK);
  return openKept(consent, keeper, find(keyOf.revokeProof(accountId, consent.id).PK));
};

/** Sorts the consents of some lines: returns those that stand alone, and puts the others off. */
const takeConsents = (lines: readonly Buffer[], accountId: string, segment: number, kept: KeptLines): Consent[] => {
  const consents = keyOf.consent(accountId, '').PK;
  return lines
    .filter((line) => line.includes(consents))
    .flatMap((line) => {
      const text = line.toString();
      const item = parseDynamoLine(text);
      if (!item.PK.startsWith(consents)) return [];
      if (kept.isNeeded(item.PK)) kept.keep(item.PK, text);
      const consent = parseConsent(item);
      if (standsAlone(consent)) return [openKept(consent, undefined, undefined)];
      kept.putOff(segment, text);
      return [];
    });
};

/** How many lines have their consents in memory at once. */
const atOnce = 25;

/** The second pass: writes the consents that stand alone, then those with proofs in other items. */
const writeConsents = async (
  files: readonly DataFile[],
  accountId: string,
  { kept, folder, segments, onItems }: Pass & { readonly folder: string; readonly segments: number },
): Promise<void> => {
  const parts: SegmentFiles[] = [];
  try {
    for (let i = 0; i < segments; i += 1) parts.push(await openSegment(folder, i, beginning));
    for (const [i, file] of files.entries()) {
      const segment = i % segments;
      await readDataLines(file, async (lines) => {
        for (const some of toChunks(lines, atOnce)) {
          await parts[segment]?.add(takeConsents(some, accountId, segment, kept));
        }
        onItems(lines.length);
      });
    }
    for (const { segment, line } of kept.listPutOff()) await parts[segment]?.add([openPutOff(kept, accountId, line)]);
    for (const part of parts) await part.reach();
    for (const part of parts) await part.sync();
  } finally {
    for (const part of parts) await part.close();
  }
};

const notWhole = (file: string): CommandError =>
  new CommandError(
    `${tame(file)} is incomplete: its MD5 or its number of items differs from manifest-files.json. Download it again.`,
    'usage',
  );

/** Our own errors, and those of `onLines`, pass through; all others are about the file. */
const explain = (error: unknown, file: string): unknown => {
  const code = errorCode(error);
  if (/^Z_/.test(code) || error instanceof SyntaxError) return notWhole(file);
  return /^E[A-Z]+$/.test(code) ? refuseReading(file, error) : error;
};

/**
 * Reads the lines of an item file in batches, and checks that the file is the one that DynamoDB wrote.
 *
 * @throws CommandError usage when the file cannot be read or is incomplete
 */
const readDataLines = async (
  { path, items, md5 }: DataFile,
  onLines: (lines: readonly Buffer[]) => Promise<void> | void,
): Promise<void> => {
  const hash = createHash('md5');
  let lines: Buffer[] = [];
  let count = 0;
  const cutter = newCutter((line) => lines.push(line));
  const give = async (): Promise<void> => {
    const some = lines.filter((line) => line.length > 0);
    lines = [];
    count += some.length;
    if (count > items) throw notWhole(path);
    await onLines(some);
  };
  try {
    const { size } = await stat(path);
    if (size > 0) {
      await pipeline(
        createReadStream(path),
        async function* sum(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createGunzip(),
        async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) {
            cutter.cut(chunk);
            await give();
          }
        },
        { signal: interruption() },
      );
    }
  } catch (error) {
    throw explain(error, path);
  }
  if (cutter.hasRest()) cutter.cut(Buffer.from('\n'));
  await give();
  if (hash.digest('base64') !== md5 || count !== items) throw notWhole(path);
};
