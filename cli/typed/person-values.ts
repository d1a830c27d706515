import * as v from 'valibot';
import type { Account } from '../../shared/identity/account.ts';
import type { FindableValues } from '../../shared/consents/evidence.ts';
import { findableValues, GivenUserData } from '../../shared/consents/evidence.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import { CommandError } from '../command-error.ts';

const split = (text: string): readonly [key: string, value: string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandError('Name a person by a key and a value, such as email=ada@example.com.', 'usage');
};

/**
 * The typed values that name a person; a consent must have all of them. Messages name the key, never the value.
 *
 * @throws CommandError usage
 */
export const parseValues = (texts: readonly string[]): FindableValues => {
  const pairs = texts.map(split);
  const userData = Object.fromEntries(pairs);
  const values = findableValues(v.is(GivenUserData, userData) ? userData : {});
  for (const [i, [key, value]] of pairs.entries()) {
    const name = makeVisible(key);
    if (pairs.findIndex(([other]) => other === key) < i) {
      throw new CommandError(`A consent has one value of ${name}. Give it once.`, 'usage');
    }
    if (value.trim() === '')
      throw new CommandError(`The value of ${name} is empty. Give a value, such as email=ada@example.com.`, 'usage');
    if (!v.is(GivenUserData, { [key]: value })) {
      throw new CommandError(
        `No consent can have this key and value of ${name}. Check both: one may be too long.`,
        'usage',
      );
    }
    if (!values.has(key)) throw new CommandError(`The value of ${name} has nothing to search for. Check it.`, 'usage');
  }
  return values;
};

/** Adds one of several words. */
export const addText = (text: string, texts: readonly string[] = []): readonly string[] => [...texts, text];

/** The message if nobody is found. Sites choose keys of their own, so a misspelt key cannot be recognised. */
export const describeNobody = ({ name }: Account): string =>
  `Account "${makeVisible(name)}" has no matching consent. Check the spelling, and the key as the site sends it: email, phone, mobile_phone, ` +
  'tax_code, first_name, last_name or one of its own. Only whole values match. `person erased` shows whether this person was erased.';
