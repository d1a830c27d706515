import * as v from 'valibot';
import type { Account } from '../../../shared/accounts/account.ts';
import type { FindableValues } from '../../../shared/consents/evidence.ts';
import { findableValues, GivenUserData } from '../../../shared/consents/evidence.ts';
import { makeVisible } from '../../../shared/schema/visible-text.ts';
import { CommandError } from '../../command-error.ts';

const split = (text: string): readonly [key: string, value: string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandError('Name a person by a key and a value, such as email=ada@example.com.', 'usage');
};

/**
 * The values that name a person, as they were typed; a consent must have all of them. Messages name the key, never the value.
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
      throw new CommandError(`A consent has one value of ${name}; say one.`, 'usage');
    }
    if (value.trim() === '') throw new CommandError(`The value of ${name} is empty.`, 'usage');
    if (!v.is(GivenUserData, { [key]: value })) {
      throw new CommandError(`No consent can have such a key, or such a long value, as that of ${name}.`, 'usage');
    }
    if (!values.has(key)) throw new CommandError(`The value of ${name} has nothing that can be found.`, 'usage');
  }
  return values;
};

/** Adds one of several words. */
export const addText = (text: string, texts: readonly string[] = []): readonly string[] => [...texts, text];

/** The message where nobody is found. A misspelt key cannot be recognised, because sites choose their own. */
export const describeNobody = ({ name }: Account): string =>
  `Account "${makeVisible(name)}" has no consent like this. Check the spelling, and the key as the site sends it: email, phone, mobile_phone, ` +
  'tax_code, first_name, last_name or one of its own. Values are compared as a whole. `person erased` tells whether this person was erased.';
