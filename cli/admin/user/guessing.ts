import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { limits } from '../../../shared/limits.ts';
import { demoPassword } from '../../local/demo-password.ts';

/** The estimator's score from 100 million guesses on, which is 300 years at the 900 a day that a login lets through. */
const enough = 3;

/** Those who guess begin with the words of the service. */
const service = 'consent register';

const withoutSpaces = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '');

const join = (text: string): string => withoutSpaces(text).replace(/\p{P}+/gu, '');

/**
 * A password as it is, and as its words alone, because the estimator takes what stands between them to be hard to
 * guess. Where a third or more of it is punctuation, it is no words.
 */
const formsOf = (password: string): string[] => {
  const [dense, joined] = [withoutSpaces(password), join(password)];
  return [password.normalize('NFKC'), dense, ...(joined.length * 3 > dense.length * 2 ? [joined] : [])];
};

/** What belongs to a person, such as a name or an email, as a whole and in its parts. */
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

/** Loads its lists with the first password: that takes a tenth of a second, which other commands need not spend. */
export const loadEstimator = (): Promise<ZxcvbnFactory> => {
  loading ??= load();
  return loading;
};

const patterns: Readonly<Record<string, string>> = {
  date: 'a date',
  regex: 'a year',
  repeat: 'a repetition',
  sequence: 'a sequence',
  spatial: 'keys beside each other',
};

const ofNames = 'names of the user, the account or the service';

const describeMatch = (match: MatchExtended): string | undefined => {
  if (match.pattern !== 'dictionary') return patterns[match.pattern];
  if (match.dictionaryName !== 'userInputs') return 'well-known words';
  const isDemo = match.matchedWord === join(demoPassword);
  return isDemo ? 'the password of the demo data' : ofNames;
};

/** What a text repeats from its beginning to its end, such as `ab` of `abAB`. */
const findRepeated = (text: string): string | undefined => /^(.+?)\1+$/isu.exec(text)?.[1];

/** Whether a text is an email, before whose domain stand expected words and at most two letters more. */
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
 * What a password is made of, in words, when it is guessed early; undefined when it is not. NIST SP 800-63B-4, section
 * 3.1.1.2: no well-known, expected or compromised passwords. Of the first 256 characters. A repetition
 * counts as what it repeats.
 *
 * @param whose names and emails that belong to the user
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
