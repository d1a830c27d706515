import type { TreeHead } from './merkle.ts';
import { fromBase64, parseSignedNote, toBase64 } from './signed-note.ts';

/** A log's statement about its tree at a moment (C2SP tlog-checkpoint). This file runs in browsers too. */
export interface Checkpoint extends TreeHead {
  /** Name of the log. */
  readonly origin: string;
  /** Up to when the log has appended everything in the tree, by its own clock. */
  readonly time: Date;
}

const timeLine = 'time ';
const rootBytes = 32;

/** The text to sign. */
export const writeCheckpoint = ({ origin, size, root, time }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n${timeLine}${time.toISOString()}\n`;

/** Parses a time in its only accepted form. */
const readTime = (text: string): Date | undefined => {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text ? time : undefined;
};

/** The checkpoint of a signed note, or undefined. It does not check signatures. */
export const parseCheckpoint = (note: string): Checkpoint | undefined => {
  const [origin = '', count = '', root = '', ...more] = parseSignedNote(note)?.text.split('\n') ?? [];
  const size = /^(?:0|[1-9]\d{0,11})$/.test(count) ? Number(count) : undefined;
  const hash = fromBase64(root);
  const time = readTime(more.find((line) => line.startsWith(timeLine))?.slice(timeLine.length) ?? '');
  if (origin === '' || size === undefined || hash?.length !== rootBytes || time === undefined) return undefined;
  return { origin, size, root: hash, time };
};
