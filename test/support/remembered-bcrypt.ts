/**
 * A setup file: bcrypt computes each result once in a worker, since a comparison takes a third of a second. The tests of
 * login, which are about its cost, have the real one.
 */
import bcrypt from 'bcryptjs';
import { expect } from 'vitest';

type Remembered = Map<string, Promise<unknown>>;

/** Kept for all files of the worker. */
const worker = globalThis as { rememberedBcrypt?: Remembered; ownBcrypt?: Pick<typeof bcrypt, 'compare' | 'hash'> };
worker.rememberedBcrypt ??= new Map();
const results = worker.rememberedBcrypt;

const remember =
  <Args extends readonly unknown[], Result>(name: string, compute: (...args: Args) => Promise<Result>) =>
  (...args: Args): Promise<Result> => {
    const key = JSON.stringify([name, ...args]);
    const result = results.get(key) ?? compute(...args);
    results.set(key, result);
    return result as Promise<Result>;
  };

worker.ownBcrypt ??= { compare: bcrypt.compare, hash: bcrypt.hash };
const { compare, hash } = worker.ownBcrypt;
Object.assign(bcrypt, { compare, hash });

if (!/\/test\/functions\/login[^/]*$/.test(expect.getState().testPath ?? '')) {
  Object.assign(bcrypt, { compare: remember('compare', compare), hash: remember('hash', hash) });
}
