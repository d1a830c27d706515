import { randomBytes } from 'node:crypto';

const plain = Buffer.from(
  Array.from({ length: 95 }, (_, i) => 32 + i).filter((code) => !'"\\'.includes(String.fromCharCode(code))),
);

/** Text that hardly gets shorter when it is compressed, of characters that take one byte each in an answer. */
export const dense = (characters: number): string =>
  Buffer.from(randomBytes(characters).map((byte) => plain[byte % plain.length] ?? 0)).toString('latin1');
