import { readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSameBytes } from '../../../shared/bytes.ts';
import { writeTileFiles } from '../../../shared/log/auditing/tile-files.ts';
import type { Checkpoint } from '../../../shared/log/checkpoint.ts';
import { isOldCheckpoint, parseCheckpoint } from '../../../shared/log/checkpoint.ts';
import { computeFromLog } from '../../../shared/log/growing-tree.ts';
import { writeNoteKey } from '../../../shared/log/signed-note.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { planRoot } from '../../../shared/log/tree.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/client.ts';
import { command, looks } from '../../command.ts';
import { CommandError, exitCodes } from '../../command-error.ts';
import { saySoFar } from '../../interruption.ts';
import { makeFolder } from '../../make-folder.ts';
import { errorCode } from '../../notices/text-file.ts';
import { modes, openDraft, refuseFile } from '../../printing/new-file.ts';
import { toDetails } from '../../printing/output.ts';
import { withProgress } from '../../printing/progress.ts';
import { needLog, readLogKey } from '../../stage/stage-log.ts';

const checkpointFile = 'checkpoint';

/** Writes a file atomically: it is there whole, or not at all. */
const put = async (file: string, content: string | Uint8Array): Promise<void> => {
  try {
    await makeFolder(dirname(file));
    const handle = await openDraft(`${file}.new`, modes.usual);
    await handle.writeFile(content).finally(() => handle.close());
    await rename(`${file}.new`, file);
  } catch (error) {
    throw refuseFile(file, error);
  }
};

const isFile = async (file: string): Promise<boolean> => {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw refuseFile(file, error);
  }
};

/** The checkpoint of an earlier export into the folder. */
const readEarlier = async (folder: string): Promise<Checkpoint | undefined> => {
  const file = join(folder, checkpointFile);
  if (!(await isFile(file))) return undefined;
  const text = await readFile(file, 'utf8');
  const earlier = parseCheckpoint(text);
  if (earlier === undefined) {
    const form = isOldCheckpoint(text) ? 'is a checkpoint of the old form' : 'is not a checkpoint';
    throw new CommandError(`${tame(file)} ${form}. Name another folder.`, 'usage');
  }
  return earlier;
};

const explainDamage = (error: unknown): never => {
  throw error instanceof DamagedLog
    ? new CommandError(`${error.message} \`log verify\` shows the damage.`, 'finding')
    : error;
};

const rootOf = (log: Table, size: number): Promise<Uint8Array> =>
  computeFromLog(log, planRoot(size)).catch(explainDamage);

/** Checks that the log's past includes the earlier export. @throws CommandError finding */
const checkEarlier = async (log: Table, earlier: Checkpoint, now: Checkpoint): Promise<void> => {
  const isOfLog = earlier.origin === now.origin && earlier.size <= now.size;
  if (isOfLog && isSameBytes(earlier.root, await rootOf(log, earlier.size))) return;
  throw new CommandError(
    `The folder has ${earlier.size} leaves of ${tame(earlier.origin)} that are not in the past of this log. Keep the folder, and run \`log verify --checkpoint\` with its file \`${checkpointFile}\`.`,
    'finding',
  );
};

export const exportLog = command(
  'export',
  `Writes the log to a folder as C2SP tlog-tiles, which other software can verify. A later run adds what is new. Exit code ${exitCodes.finding} if the log does not continue what the folder has`,
  'log export ../log --stage prod',
)
  .argument('<folder>', 'a new folder, or the folder of an earlier export')
  .action(
    looks(async ({ stage }, folder) => {
      const log = needLog(stage);
      const { key, head, note } = await readLogKey(log);
      const earlier = await readEarlier(folder);
      if (earlier !== undefined) await checkEarlier(log, earlier, head);
      // Files beyond the checkpoint may belong to any log.
      const before = earlier && { size: earlier.size, isThere: (name: string) => isFile(join(folder, name)) };
      let files = 0;
      saySoFar(`${tame(folder)} has some of the files. Run the same command again to continue.`);
      await withProgress('files written', async (advance) => {
        for await (const { path, bytes } of writeTileFiles(log, head.size, before)) {
          await put(join(folder, path), bytes);
          files += 1;
          advance(1);
        }
      }).catch(explainDamage);
      await put(join(folder, checkpointFile), note);
      const told = { folder, leaves: head.size, files, time: head.time.toISOString(), key: writeNoteKey(key) };
      return toDetails(told);
    }),
  );
