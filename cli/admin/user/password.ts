import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { limits } from '../../../shared/limits.ts';
import { Stop } from '../../stop.ts';
import { note } from '../output.ts';
import { askSecret, isInteractive } from '../terminal.ts';

const { passwordCharactersFewest: fewest, passwordCharactersMost: most } = limits;

/** What is wrong with a password; undefined when nothing is. NIST SP 800-63B-4, section 3.1.1: long, and otherwise free. */
const checkPassword = (password: string, email: string): string | undefined => {
  const length = [...password].length;
  if (length < fewest) {
    return `A password needs at least ${fewest} characters, because nothing else protects the login; a few words in a row will do.`;
  }
  if (length > most) return `A password may have at most ${most} characters.`;
  if (new Set(password).size < 5) return 'A password of so few different characters is guessed at once.';
  return password.toLowerCase().includes(email.toLowerCase()) ? 'A password must not contain the email.' : undefined;
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

const readStdin = async (email: string): Promise<string> => {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  const wrong = checkPassword(password, email);
  if (wrong !== undefined) throw new Stop(wrong, 'usage');
  return password;
};

const askTwice = async (email: string): Promise<string> => {
  for (;;) {
    const password = await askSecret('Password:', (answer) => checkPassword(answer, email));
    if ((await askSecret('The same again:')) === password) return password;
    note('That was not the same. Once more, both times:');
  }
};

/**
 * Asks for a password twice, reads it from standard input, or generates one, as was said.
 *
 * @throws Stop when it is not good enough, or nobody can be asked
 */
export const choosePassword = async (
  email: string,
  { generatePassword, passwordStdin }: PasswordOptions,
): Promise<ChosenPassword> => {
  if (generatePassword && passwordStdin) {
    throw new Stop('Say --generate-password or --password-stdin, not both.', 'usage');
  }
  if (generatePassword) return { password: generate(), isGenerated: true };
  if (passwordStdin) return { password: await readStdin(email), isGenerated: false };
  if (!isInteractive()) {
    throw new Stop(
      'A password is asked for in a terminal. In a script say --generate-password, or --password-stdin and pipe it in.',
      'usage',
    );
  }
  return { password: await askTwice(email), isGenerated: false };
};

/** The password for the result of the command where it was generated, which is the only time it is seen. */
export const showGenerated = ({ password, isGenerated }: ChosenPassword): { readonly password?: string } => {
  if (!isGenerated) return {};
  note('The password is shown this once; only a hash of it is stored.');
  return { password };
};
