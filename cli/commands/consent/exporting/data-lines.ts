import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { errorCode } from '../../../notices/text-file.ts';
import { interruption } from '../../../interruption.ts';
import { refuseReading } from '../../../typed/file-reading.ts';
import type { DataFile } from './dynamo-export.ts';
import { newCutter } from './line-cutter.ts';

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
export const readDataLines = async (
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
