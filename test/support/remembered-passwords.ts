/** A setup file: a process compares a password with a hash once, and remembers what came of it. Most tests log in as a step to something else. */
import bcrypt from 'bcryptjs';

const compareAnew = bcrypt.compare;
const remembered = new Map<string, Promise<boolean>>();

bcrypt.compare = (password: string, hash: string): Promise<boolean> => {
  const pair = `${hash} ${password}`;
  const known = remembered.get(pair) ?? compareAnew(password, hash);
  remembered.set(pair, known);
  return known;
};
