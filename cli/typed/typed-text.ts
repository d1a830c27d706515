import { limits } from '../../shared/limits.ts';
import { CommandError } from '../command-error.ts';

/** Control characters, line and paragraph separators, and characters that reverse text; joiners are part of words. */
const control = /[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;

/** The replacement character, for bytes that are not UTF-8, as a terminal with another encoding sends them. */
const unreadable = '\ufffd';

const checkLine = (what: string, text: string): string | undefined => {
  if (text.includes(unreadable)) return `${what} must be typed in UTF-8. Set the terminal and its locale to UTF-8.`;
  return control.test(text) ? `${what} must be one line without control characters.` : undefined;
};

/** What is wrong with the name of an account, a user or a project; undefined if it is right. */
export const checkName = (name: string): string | undefined => {
  if (name.trim() === '') return 'A name must not be empty.';
  if ([...name].length > limits.nameCharacters) return `A name may have at most ${limits.nameCharacters} characters.`;
  return checkLine('A name', name);
};

/** What is wrong with the reason for a change; undefined if it is right. */
export const checkReason = (reason: string): string | undefined => {
  if (reason.trim() === '') return 'A reason must not be empty.';
  if ([...reason].length > limits.reasonCharacters) {
    return `A reason may have at most ${limits.reasonCharacters} characters.`;
  }
  return checkLine('A reason', reason);
};

/** What is wrong with the source of an import; undefined if it is right. */
export const checkSource = (source: string): string | undefined => {
  if (source.trim() === '') return 'Name the source of the consents, such as --source CRM.';
  if ([...source].length > limits.keyCharacters) return `A source may have at most ${limits.keyCharacters} characters.`;
  return checkLine('A source', source);
};

/** What is wrong with an email; undefined if it is right. */
export const checkEmail = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim()) &&
  checkLine('An email', email) === undefined &&
  email.length <= limits.emailCharacters
    ? undefined
    : 'An email must look like name@shop.example.';

/** What is wrong with the UID of a project; undefined if it is right. */
export const checkUid = (uid: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(uid) && uid.length <= limits.keyCharacters
    ? undefined
    : `A UID has up to ${limits.keyCharacters} letters, digits, dots, dashes and underscores. It begins with a letter or a digit.`;

/** The text without white space around it. @throws CommandError usage with what is wrong */
export const must = (text: string, check: (text: string) => string | undefined): string => {
  const wrong = check(text);
  if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  return text.trim();
};
