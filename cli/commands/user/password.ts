import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { limits } from '../../../shared/limits.ts';
import { CommandError } from '../../command-error.ts';
import { demoPassword } from '../../local/demo.ts';
import { note } from '../../printing/output.ts';
import { askSecret, isInteractive, tell } from '../../terminal.ts';

const { passwordCharactersFewest: fewest, passwordCharactersMost: most } = limits;

/**
 * What is wrong with a password; undefined if it is right. NIST SP 800-63B-4, section 3.1.1: long, hard to guess, and
 * without other rules.
 */
const checkPassword = async (password: string, whose: readonly string[]): Promise<string | undefined> => {
  const length = [...password].length;
  if (length < fewest) {
    return `A password needs at least ${fewest} characters, because nothing else protects the login. A few words in a row are enough.`;
  }
  if (/\p{Cc}/u.test(password)) return 'A password must be one line without control characters.';
  if (length > most) return `A password may have at most ${most} characters.`;
  const guessable = await findGuessable(password, whose);
  if (guessable === undefined) return undefined;
  return `This password is easy to guess: it is made of ${guessable}. Use four or more words that are unrelated to each other and to you, or use --generate-password.`;
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
    if ((await askSecret('Repeat the password:')) === password) return password;
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

/** The estimator's score for 100 million guesses or more: 300 years at the 900 guesses a day that a login allows. */
const enough = 3;

/** Guesses begin with the name of the service. */
const service = 'consent register';

const withoutSpaces = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const join = (text: string): string => withoutSpaces(text).replace(/\p{P}+/gu, '');

/**
 * A password as it is, and its words alone, because the estimator treats separators as hard to
 * guess. If a third or more of the password is punctuation, it has no words.
 */
const formsOf = (password: string): string[] => {
  const [dense, joined] = [withoutSpaces(password), join(password)];
  return [password.normalize('NFKC'), dense, ...(joined.length * 3 > dense.length * 2 ? [joined] : [])];
};

/** Personal words, such as a name or an email, whole and in parts. */
const partsOf = (text: string): string[] =>
  [text, join(text), ...text.split(/[\s\p{P}]+/u)].filter((part) => part.length > 2);

const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the word lists with the first password: that takes a tenth of a second, which other commands save. */
const loadEstimator = (): Promise<ZxcvbnFactory> => {
  loading ??= load();
  return loading;
};

const patterns: Readonly<Record<string, string>> = {
  date: 'a date',
  regex: 'a year',
  repeat: 'a repetition',
  sequence: 'a sequence',
  spatial: 'neighbouring keys',
};

const ofNames = 'names of the user, the account or the service';

const describeMatch = (match: MatchExtended): string | undefined => {
  if (match.pattern !== 'dictionary') return patterns[match.pattern];
  if (match.dictionaryName !== 'userInputs') return 'well-known words';
  const isDemo = match.matchedWord === join(demoPassword);
  return isDemo ? 'the password of the demo data' : ofNames;
};

/** The unit that a text repeats from beginning to end, such as `ab` in `abAB`. */
const findRepeated = (text: string): string | undefined => /^(.+?)\1+$/isu.exec(text)?.[1];

/** Whether a text is an email with expected words and at most two more letters before the domain. */
const isEmailOf = (text: string, expected: readonly string[]): boolean => {
  const local = /^([^@\s]+)@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/[\p{P}\d]+/gu, '');
  if (local === undefined) return false;
  const words = expected.map((part) => part.toLowerCase()).toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), local);
  return rest.length < local.length && rest.length <= 2;
};

/**
 * What an easily guessed password is made of, in words; undefined for a good one. NIST SP 800-63B-4, section
 * 3.1.1.2: no well-known, expected or compromised passwords. Judges the first 256 characters. A repetition
 * counts as its unit.
 *
 * @param whose names and emails of the user
 */
export const findGuessable = async (password: string, whose: readonly string[]): Promise<string | undefined> => {
  const estimator = await loadEstimator();
  const expected = [join(demoPassword), ...[service, ...whose].flatMap(partsOf)];
  const repeated = formsOf(password).map(findRepeated);
  if (repeated.some((part) => part !== undefined && [...part].length < limits.passwordCharactersFewest)) {
    return patterns.repeat;
  }
  if (isEmailOf(withoutSpaces(password), expected)) return ofNames;
  const estimates = formsOf(password).map((form) => estimator.check(form, expected));
  const [easiest] = estimates.toSorted((one, other) => one.guesses - other.guesses);
  if (easiest === undefined || easiest.score >= enough) return undefined;
  const found = new Set(easiest.sequence.map(describeMatch).filter((words) => words !== undefined));
  return found.size === 0 ? 'few characters' : [...found].join(' and ');
};
