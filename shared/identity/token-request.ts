import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import { noText, text } from '../schema/scalar.ts';
import { composePassword } from './password-rules.ts';

/** In UTF-16, a character has at most two units, and its parts have at most four times as many. */
const longestWritten = 8 * limits.passwordCharactersMost;

const mayBeTooLong = ({ length }: string): boolean =>
  length > limits.passwordCharactersMost && length <= longestWritten;

/** The characters of a password count in the form in which it is compared. */
const Password = v.pipe(
  v.string(noText('Must be a single text value.')),
  v.transform((given) => (mayBeTooLong(given) ? composePassword(given) : given)),
  text(limits.passwordCharactersMost),
);

/** Only the lengths are checked: any text that is not a valid email and password gets the same 401. */
export const Login = v.object({
  email: v.pipe(text(limits.emailCharacters), v.description('Email of the user, in upper or lower case.')),
  password: v.pipe(Password, v.description('Password of the user. Every character counts.')),
});

/** Any text that is not a refresh token gets the same 401. `parseRefreshToken` checks the form before hashing. */
export const TokenRefresh = v.object({
  refresh_token: v.pipe(
    text(limits.bodyBytes),
    v.description('The refresh token from `/login` or from the last refresh.'),
  ),
});

/** The rules of passwords are checked by `findPasswordFault`, which needs the user. */
export const PasswordChange = v.object({
  currentPassword: v.pipe(Password, v.description('Current password of the user.')),
  newPassword: v.pipe(
    Password,
    v.description(
      `New password of the user: at least ${limits.passwordCharactersFewest} characters, hard to guess, one line without control characters.`,
    ),
  ),
});
