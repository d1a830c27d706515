import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  anchorCheckpoint,
  ForkedAnchor,
  noteKey,
  openAnchorStore,
  readAnchors,
  stampKey,
} from '../../../shared/log/anchors.ts';
import { newFolder } from '../../support/make/machine.ts';
import { bucket, startBucket } from './anchor-bucket.ts';

const noteOf = (size: number, root = 'cm9vdA=='): string =>
  `consent-register/test\n${size}\n${root}\n\n— consent-register/test c2lnbmF0dXJl\n`;

const stamp = new Uint8Array([0x30, 0x03, 0x02, 0x01, 0x00]);

const Key = 'checkpoints/000000000007';

const readText = async (s3: S3Client, key: string): Promise<string | undefined> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return Body?.transformToString();
};

const folderForTest = async (): Promise<string> => {
  const folder = newFolder();
  return join(folder, 'bucket');
};

test('a checkpoint and its stamp are objects named by the size', async () => {
  const s3 = await startBucket();

  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7), stamp });

  const { Versions } = await s3.send(new ListObjectVersionsCommand({ Bucket: bucket }));
  expect(await readText(s3, Key)).toBe(noteOf(7));
  expect(Versions?.map(({ Key: key, Size }) => [key, Size])).toEqual([
    [Key, Buffer.byteLength(noteOf(7))],
    [`${Key}.tst`, stamp.length],
  ]);
});

test('an object comes with the checksum that Object Lock asks for, and leaves its lock to the bucket', async () => {
  await startBucket();
  const store = openAnchorStore();
  const sent: Record<string, string>[] = [];
  store.middlewareStack.add(
    (next) => (args) => {
      sent.push(Object(args.request).headers);
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );

  await anchorCheckpoint(store, { bucket, size: 7, note: 'a', stamp });

  expect(sent).toMatchObject([{ 'x-amz-checksum-crc32': '6Le+Qw==' }, { 'x-amz-checksum-crc32': expect.any(String) }]);
  expect(sent.flatMap(Object.keys).filter((name) => name.startsWith('x-amz-object-lock'))).toEqual([]);
});

test('the same checkpoint once more changes nothing, and brings a stamp that was missing', async () => {
  const s3 = await startBucket();

  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7) });
  const [before] = await Array.fromAsync(readAnchors(bucket));
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7), stamp });
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7), stamp: new Uint8Array([1]) });

  expect(before?.stamp).toBeUndefined();
  expect(await Array.fromAsync(readAnchors(bucket))).toEqual([{ ...before, stamp, changes: [] }]);
  s3.destroy();
});

test('another checkpoint of the same size is a fork, and nothing is written', async () => {
  await startBucket();
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7) });

  const forked = anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7, 'b3RoZXI='), stamp });

  await expect(forked).rejects.toThrow(ForkedAnchor);
  await expect(forked).rejects.toThrow(/^FORK: checkpoints\/000000000007 in the bucket .* run "log verify"\.$/);
  const [anchor] = await Array.fromAsync(readAnchors(bucket));
  expect(anchor).toMatchObject({ note: noteOf(7), stamp: undefined, changes: [] });
});

test('of two processes that anchor the same checkpoint both are done, of two others one learns of the fork', async () => {
  await startBucket();
  const same = Array.from({ length: 8 }, () =>
    anchorCheckpoint(openAnchorStore(), { bucket, size: 1, note: noteOf(1) }),
  );
  const others = ['b25l', 'dHdv'].map((root) =>
    anchorCheckpoint(openAnchorStore(), { bucket, size: 2, note: noteOf(2, root) }),
  );

  await Promise.all(same);
  const ends = await Promise.allSettled(others);

  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an error of S3 that is no fork stays what it is', async () => {
  await startBucket();

  await expect(anchorCheckpoint(openAnchorStore(), { bucket: 'another', size: 7, note: noteOf(7) })).rejects.toThrow(
    expect.objectContaining({ name: 'NoSuchBucket' }),
  );
});

/** For the rest of the test, a bucket lists so many entries at a time: 1,000 are the most. */
const listInPages = (entries: number): void => {
  const { send } = S3Client.prototype;
  const spy = vi.spyOn(S3Client.prototype, 'send').mockImplementation(function (this: S3Client, command, ...rest) {
    if (command instanceof ListObjectVersionsCommand) command.input.MaxKeys = entries;
    return Reflect.apply(send, this, [command, ...rest]);
  });
  onTestFinished(() => spy.mockRestore());
};

test('anchors are read by size, over pages, and after one that is known', async () => {
  const s3 = await startBucket();
  listInPages(100);
  const sizes = Array.from({ length: 60 }, (_, i) => (i + 1) * 3);
  await pMap(
    sizes.flatMap((size) => [
      { Bucket: bucket, Key: noteKey(size), Body: noteOf(size) },
      { Bucket: bucket, Key: stampKey(size), Body: stamp },
    ]),
    (object) => s3.send(new PutObjectCommand(object)),
    { concurrency: 8 },
  );
  // The first version of this note stands at the beginning of the second page.
  for (const body of ['one', 'another'])
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: noteKey(150), Body: body }));

  const all = await Array.fromAsync(readAnchors(bucket));
  const rest = await Array.fromAsync(readAnchors(bucket, { after: 174 }));

  expect(all.map(({ size }) => size)).toEqual(sizes);
  expect(all.every(({ size, note, stamp: own }) => note === noteOf(size) && own?.length === stamp.length)).toBe(true);
  expect(all.filter(({ changes }) => changes.length > 0).map(({ size }) => size)).toEqual([150]);
  expect(rest.map(({ size }) => size)).toEqual([177, 180]);
});

test('what was anchored first is read, whatever was put over it or hides it', async () => {
  const s3 = await startBucket();
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 6, note: noteOf(6) });
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7), stamp });
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 8, note: noteOf(8) });
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: noteOf(7, 'b3RoZXI=') }));
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'checkpoints/000000000008' }));
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'checkpoints/notes', Body: 'a stranger' }));

  const anchors = await Array.fromAsync(readAnchors(bucket));

  expect(anchors.map(({ size, note, changes }) => [size, note, changes])).toEqual([
    [6, noteOf(6), []],
    [7, noteOf(7), ['overwritten']],
    [8, noteOf(8), ['hidden']],
  ]);
  expect(anchors[1]?.stamp).toEqual(stamp);
});

test('with a folder a bucket holds after a restart what it held, in files of the owner alone', async () => {
  const folder = await folderForTest();
  const first = await startBucket({ folder });
  await anchorCheckpoint(openAnchorStore(), { bucket, size: 7, note: noteOf(7), stamp });
  await first.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'over it' }));
  await first.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  const before = await Array.fromAsync(readAnchors(bucket));

  await startBucket({ folder });

  expect(await Array.fromAsync(readAnchors(bucket))).toEqual(before);
  expect(before).toMatchObject([{ note: noteOf(7), stamp, changes: ['overwritten', 'hidden'] }]);
  const files = await readdir(folder, { recursive: true });
  const modes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).mode & 0o077));
  expect(files.length).toBe(7);
  expect(new Set(modes)).toEqual(new Set([0]));
});

test.each(['../outside', 'a/../../b', '.hidden'])('a key that leaves its folder is refused: %s', async (key) => {
  const folder = await folderForTest();
  await startBucket({ folder });

  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_S3}/${bucket}/${encodeURIComponent(key)}`, {
    method: 'PUT',
    headers: { 'x-amz-checksum-crc32': 'AAAAAA==' },
  });

  expect(response.status).toBe(400);
  expect(await readdir(folder)).toEqual([]);
});
