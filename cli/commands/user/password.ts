import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  composePassword,
  findPasswordFault,
  loadEstimator,
  passwordAdvice,
} from '../../../shared/identity/password-rules.ts';
import { CommandError } from '../../errors.ts';
import { askSecret, isInteractive, tell } from '../../input/terminal.ts';
import { note } from '../../output/print.ts';

/** What is wrong with a password, with what helps; undefined if it is right. */
const checkPassword = async (password: string, whose: readonly string[]): Promise<string | undefined> => {
  const fault = await findPasswordFault(password, whose);
  return fault?.code === 'guessable' ? `${fault.detail} ${passwordAdvice}, or use --generate-password.` : fault?.detail;
};

/** The options that say where a password comes from. */
export const generateOption = ['--generate-password', 'generate a password and show it once'] as const;
export const stdinOption = ['--password-stdin', 'read the password from standard input'] as const;

/** The same, as typed. */
export interface PasswordOptions {
  readonly generatePassword?: true | undefined;
  readonly passwordStdin?: true | undefined;
}

/** A password, and whether it was generated and must be shown. */
export interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

const generate = (): string => randomBytes(18).toString('base64url');

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError('A password must be text in UTF-8. Set the terminal or the pipe to UTF-8.', 'usage');
  }
};

const readStdin = async (whose: readonly string[]): Promise<string> => {
  const password = decode(await buffer(process.stdin)).replace(/\r?\n$/, '');
  const wrong = await checkPassword(password, whose);
  if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  return password;
};

/** Between two questions the terminal shows what is typed, so little time passes there. */
const askTwice = async (whose: readonly string[]): Promise<string> => {
  await loadEstimator();
  for (;;) {
    const password = await askSecret('Password:', (answer) => checkPassword(answer, whose));
    const repeated = await askSecret('Repeat the password:');
    if (composePassword(repeated) === composePassword(password)) return password;
    tell('The passwords differ. Enter the password twice again:');
  }
};

/** Checked before any question. @throws CommandError usage for two sources of a password, or for a pipe that is missing */
export const checkPasswordOptions = ({ generatePassword, passwordStdin }: PasswordOptions): void => {
  if (generatePassword && passwordStdin) {
    throw new CommandError('Use --generate-password or --password-stdin, not both.', 'usage');
  }
  if (passwordStdin && process.stdin.isTTY) {
    throw new CommandError(
      '--password-stdin reads from a pipe, and there is none. Leave it out to be asked for the password.',
      'usage',
    );
  }
};

/**
 * Asks for a password twice, reads it from standard input, or generates one.
 *
 * @param whose names and emails of the user, which guesses begin with
 * @throws CommandError when it is not good enough, or without a terminal to ask
 */
export const choosePassword = async (
  whose: readonly string[],
  { generatePassword, passwordStdin }: PasswordOptions,
): Promise<ChosenPassword> => {
  if (generatePassword) return { password: generate(), isGenerated: true };
  if (passwordStdin) return { password: await readStdin(whose), isGenerated: false };
  if (!isInteractive()) {
    throw new CommandError(
      'Entering a password needs a terminal. In a script, use --generate-password, or pipe it to --password-stdin.',
      'usage',
    );
  }
  return { password: await askTwice(whose), isGenerated: false };
};

/** A generated password in the result of the command, the only time it is shown. */
export const showGenerated = ({ password, isGenerated }: ChosenPassword): { readonly password?: string } => {
  if (!isGenerated) return {};
  note('This is the only time the password is shown. The register stores only a hash of it.');
  return { password };
};
