import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { limits } from '../api/limits.ts';
import type { ParameterError } from '../api/problem.ts';

const { passwordCharactersFewest: fewest, passwordCharactersMost: most } = limits;

/** What is wrong with a password, as a code and a sentence. */
type PasswordFault = Pick<ParameterError, 'code' | 'detail'>;

/** What makes a good password, for the end of a sentence. */
export const passwordAdvice = 'Use four or more words that are unrelated to each other and to you';

/**
 * What is wrong with a new password; undefined if it is right. NIST SP 800-63B-4, section 3.1.1: long, hard to guess, and without other rules.
 *
 * @param whose names and emails of the user, which guesses begin with
 */
export const findPasswordFault = async (
  given: string,
  whose: readonly string[],
): Promise<PasswordFault | undefined> => {
  const password = composePassword(given);
  const length = [...password].length;
  if (length < fewest) {
    return {
      code: 'too-short',
      detail: `A password needs at least ${fewest} characters, because nothing else protects the login. A few words in a row are enough.`,
    };
  }
  if (/\p{Cc}/u.test(password)) {
    return { code: 'malformed', detail: 'A password must be one line without control characters.' };
  }
  if (length > most) return { code: 'too-long', detail: `A password may have at most ${most} characters.` };
  const guessable = await findGuessable(password, whose);
  if (guessable === undefined) return undefined;
  return { code: 'guessable', detail: `This password is easy to guess: it is made of ${guessable}.` };
};

/** The estimator's score for 100 million guesses or more: 300 years at the 900 guesses a day that a login allows. */
const enough = 3;

/** The password of the demo data, as its words alone. Everybody knows it. */
const demoPassword = ['correct', 'horse', 'battery', 'staple'].join('');

/** Guesses begin with the name of the service. */
const service = 'consent register';

const withoutSpaces = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const join = (text: string): string => withoutSpaces(text).replace(/\p{P}+/gu, '');

/**
 * A password without its spaces, and its words alone, because the estimator treats separators as hard to
 * guess. If a third or more of the password is punctuation, it has no words.
 */
const formsOf = (password: string): string[] => {
  const [dense, joined] = [withoutSpaces(password), join(password)];
  return joined.length * 3 > dense.length * 2 && joined !== dense ? [dense, joined] : [dense];
};

/** Characters that are judged: the time that it takes grows faster than the length. */
const judged = 100;

const beginningOf = (text: string): string => [...text].slice(0, judged).join('');

/** Personal words, such as a name or an email, whole and in parts. */
const partsOf = (given: string): string[] => {
  const text = given.normalize('NFKC');
  return [text, join(text), ...text.split(/[\s\p{P}]+/u)].filter((part) => part.length > 2);
};

/** Ways to read a password with digits and signs in place of letters. Each is looked up as a whole: a hundred take ten times as long. */
const spellings = 10;

const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: spellings });
};

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the word lists with the first password: that takes a tenth of a second, which everything else saves. */
export const loadEstimator = (): Promise<ZxcvbnFactory> => {
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
  const isDemo = match.matchedWord === demoPassword;
  return isDemo ? 'the password of the demo data' : ofNames;
};

/** The unit that a text repeats from beginning to end, such as `ab` in `abAB`. */
const findRepeated = (text: string): string | undefined => {
  const folded = text.toLowerCase();
  const length = (folded + folded).indexOf(folded, 1);
  return length > 0 && length < folded.length ? folded.slice(0, length) : undefined;
};

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
 * 3.1.1.2: no well-known, expected or compromised passwords. Judges the first 100 characters. A repetition
 * counts as its unit.
 *
 * @param whose names and emails of the user
 */
export const findGuessable = async (password: string, whose: readonly string[]): Promise<string | undefined> => {
  const estimator = await loadEstimator();
  const expected = [demoPassword, ...[service, ...whose].flatMap(partsOf)];
  const repeated = formsOf(password).map(findRepeated);
  if (repeated.some((part) => part !== undefined && [...part].length < limits.passwordCharactersFewest)) {
    return patterns.repeat;
  }
  if (isEmailOf(withoutSpaces(password), expected)) return ofNames;
  const estimates = formsOf(password).map((form) => estimator.check(beginningOf(form), expected));
  const [easiest] = estimates.toSorted((one, other) => one.guesses - other.guesses);
  if (easiest === undefined || easiest.score >= enough) return undefined;
  const found = new Set(easiest.sequence.map(describeMatch).filter((words) => words !== undefined));
  return found.size === 0 ? 'few characters' : [...found].join(' and ');
};

/**
 * A password in the form in which it is judged, hashed and compared (NIST SP 800-63B-4, section 3.1.1.2): keyboards
 * write the same letter as one character or as two.
 */
export const composePassword = (password: string): string => password.normalize('NFC');
