import * as v from 'valibot';
import type { ConsoleFile } from '../../pages/build-console.ts';
import { compress, toTag } from './compression.ts';
import { headersOf } from './headers.ts';

const Body = v.object({ etag: v.string(), body: v.string() });

const PackedFile = v.object({
  headers: v.record(v.string(), v.string()),
  /** As text. */
  plain: Body,
  /** Compressed, in base64. */
  br: Body,
  gzip: Body,
});

/** The files of the console by name, compressed once, ready to be sent. */
export const PackedConsole = v.record(v.string(), PackedFile);
export type PackedConsole = v.InferOutput<typeof PackedConsole>;

const packFile = async (file: ConsoleFile, quality: number): Promise<PackedConsole[string]> => {
  const { text } = file;
  const bytes = Buffer.from(text);
  const packAs = async (coding: 'br' | 'gzip') => ({
    etag: toTag(text, coding),
    body: (await compress(bytes, coding, quality)).toString('base64'),
  });
  const [br, gzip] = await Promise.all([packAs('br'), packAs('gzip')]);
  return { headers: headersOf(file), plain: { etag: toTag(text), body: text }, br, gzip };
};

/** @param quality of compression, 0 to 11. The best takes a second */
export const packConsole = async (files: readonly ConsoleFile[], quality: number): Promise<PackedConsole> =>
  Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await packFile(file, quality)] as const)));
