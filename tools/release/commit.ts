import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../cli/errors.ts';

const root = join(import.meta.dirname, '../..');

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trimEnd();

/** What a release is made of. */
export interface Commit {
  /** SHA of the commit. */
  readonly id: string;
  /** When it was made: the time of everything in a release that has one. */
  readonly time: Date;
}

/** @throws CommandError when files differ from the commit: nobody could make the same release again */
export const readCommit = (): Commit => {
  const changed = git('status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean);
  if (changed.length > 0) {
    const [first = ''] = changed;
    throw new CommandError(
      `A release is made of a commit, and ${changed.length} files differ from it, such as ${first.slice(3)}. Commit them first.`,
      'finding',
    );
  }
  const [id = '', seconds] = git('log', '-1', '--format=%H %ct').split(' ');
  return { id, time: new Date(Number(seconds) * 1_000) };
};

/**
 * Files of the project by patterns, sorted. What Git ignores, such as somebody's notes, keys or installed packages, is none of them.
 *
 * @param folder where the patterns and the paths begin
 */
export const findOwn = (patterns: readonly string[], folder: string = root): readonly string[] => {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const own = new Set(execFileSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 27 }).split('\0'));
  return globSync(patterns, { cwd: folder })
    .filter((path) => own.has(path))
    .sort();
};
