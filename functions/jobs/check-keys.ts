import * as v from 'valibot';
import { findKey } from '../../shared/identity/keys/evidence-signer.ts';
import { functionClientLimits } from '../../shared/runtime/aws.ts';
import { readAtFirstCall, text } from '../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    /** ARNs of the KMS keys without which the stage cannot work, with commas between them. */
    KEYS: v.pipe(
      v.string(),
      v.transform((keys) => keys.split(',')),
      v.array(text),
    ),
  }),
);

/** A key without which the register cannot work is not enabled. The message names each, and its state. */
class KeyNotEnabled extends Error {
  override readonly name = 'KeyNotEnabled';
}

/**
 * Asks KMS for the state of each key. A run that fails twice raises the alarm, and so does one that does not take place.
 *
 * @throws KeyNotEnabled when one is disabled, about to be deleted or gone. Error of KMS when it does not answer
 */
export const handler = async (): Promise<void> => {
  const { KEYS: keys } = readConfig();
  const found = await Promise.all(keys.map((key) => findKey(key, functionClientLimits)));
  const states = found.map((key) => key?.state ?? 'gone');
  const disabled = keys.flatMap((key, i) => (states[i] === 'Enabled' ? [] : [`${key} is ${states[i]}`]));
  if (disabled.length > 0) throw new KeyNotEnabled(`${disabled.join('; ')}. docs/operate.md says what to do.`);
};
