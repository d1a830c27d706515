import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { limits } from '../../../shared/limits.ts';
import { CommandError } from '../../command-error.ts';
import { note } from '../printing/output.ts';
import { askSecret, isInteractive, tell } from '../terminal.ts';
import { findGuessable, loadEstimator } from './guessing.ts';

const { passwordCharactersFewest: fewest, passwordCharactersMost: most } = limits;

/**
 * What is wrong with a password; undefined when nothing is. NIST SP 800-63B-4, section 3.1.1: long, hard to guess, and
 * otherwise free.
 */
const checkPassword = async (password: string, whose: readonly string[]): Promise<string | undefined> => {
  const length = [...password].length;
  if (length < fewest) {
    return `A password needs at least ${fewest} characters, because nothing else protects the login; a few words in a row will do.`;
  }
  if (/\p{Cc}/u.test(password)) return 'A password must be one line without control characters.';
  if (length > most) return `A password may have at most ${most} characters.`;
  const guessable = await findGuessable(password, whose);
  if (guessable === undefined) return undefined;
  return `A password must be hard to guess, and this one is made of ${guessable}. Take four words or more that have nothing to do with each other or with you, or let --generate-password make one.`;
};

/** How a password comes to be, as it is said on the command line. */
export interface PasswordOptions {
  readonly generatePassword?: true | undefined;
  readonly passwordStdin?: true | undefined;
}

/** A password, and whether it was generated, so that it has to be shown. */
export interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

const generate = (): string => randomBytes(18).toString('base64url');

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('A password must be text in UTF-8.', 'usage');
  }
};

const readStdin = async (whose: readonly string[]): Promise<string> => {
  const password = decode(await buffer(process.stdin)).replace(/\r?\n$/, '');
  const wrong = await checkPassword(password, whose);
  if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  return password;
};

/** Between two questions the terminal shows what is typed, so that the time there is kept short. */
const askTwice = async (whose: readonly string[]): Promise<string> => {
  await loadEstimator();
  for (;;) {
    const password = await askSecret('Password:', (answer) => checkPassword(answer, whose));
    if ((await askSecret('The same again:')) === password) return password;
    tell('That was not the same. Once more, both times:');
  }
};

/** Before anything is asked. @throws CommandError usage when a password is to come from two places, or from a pipe and there is none */
export const checkPasswordOptions = ({ generatePassword, passwordStdin }: PasswordOptions): void => {
  if (generatePassword && passwordStdin) {
    throw new CommandError('Say --generate-password or --password-stdin, not both.', 'usage');
  }
  if (passwordStdin && process.stdin.isTTY) {
    throw new CommandError('--password-stdin is for a pipe; without it the password is asked for.', 'usage');
  }
};

/**
 * Asks for a password twice, reads it from standard input, or generates one, as was said.
 *
 * @param whose names and emails that belong to the user, which a guess begins with
 * @throws CommandError when it is not good enough, or nobody can be asked
 */
export const choosePassword = async (
  whose: readonly string[],
  { generatePassword, passwordStdin }: PasswordOptions,
): Promise<ChosenPassword> => {
  if (generatePassword) return { password: generate(), isGenerated: true };
  if (passwordStdin) return { password: await readStdin(whose), isGenerated: false };
  if (!isInteractive()) {
    throw new CommandError(
      'A password is asked for in a terminal. In a script say --generate-password, or --password-stdin and pipe it in.',
      'usage',
    );
  }
  return { password: await askTwice(whose), isGenerated: false };
};

/** The password for the result of the command where it was generated, which is the only time it is seen. */
export const showGenerated = ({ password, isGenerated }: ChosenPassword): { readonly password?: string } => {
  if (!isGenerated) return {};
  note('The password is shown this once; only a hash of it is stored.');
  return { password };
};
