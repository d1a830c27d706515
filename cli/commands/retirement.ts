import type { VerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import {
  findEnd,
  readVerificationKeys,
  retireVerificationKey,
  supersedeVerificationKey,
} from '../../shared/identity/keys/verification-keys.ts';
import { CommandError } from '../command-error.ts';
import type { ChangingWork } from '../command.ts';
import { note } from '../printing/output.ts';
import { isTolerable, measureSkew } from '../stage/api.ts';
import { askFirst } from '../terminal.ts';
import { isDeleted } from './key/secret.ts';

/** A key whose stage is gone needs the same wait as any other. */
const supersede = async (
  { stage, table, newChange }: ChangingWork,
  key: VerificationKey,
  yes: boolean,
): Promise<void> => {
  const { kid, secretId } = key;
  const isOurs = secretId === undefined || secretId === stage.signingKeySecret;
  if (isOurs || !(await isDeleted(secretId))) {
    throw new CommandError(`Key ${kid} still signs tokens. Run \`key rotate\` to replace it first.`, 'refused');
  }
  await askFirst(
    `The secret of key ${kid} on ${stage.label} is deleted, so the key counts as superseded from now on. Go on?`,
    yes,
  );
  await supersedeVerificationKey(table, kid, newChange());
  note('Its secret is deleted, so the key counts as superseded from now on. Retire it when its tokens have expired.');
};

/** Key expiry is computed with the clock of this machine, so it must be right. */
const checkClock = async (apiUrl: string | undefined): Promise<void> => {
  const seconds = await measureSkew(apiUrl);
  if (seconds === undefined || isTolerable(seconds)) return;
  throw new CommandError(
    `The clock of this machine is ${seconds} s off the clock of the API. Set it, then run this again.`,
    'refused',
  );
};

/**
 * Deletes a public key.
 *
 * @throws CommandError notFound; refused while a token of the key may still be valid, or when a wrong clock hides that
 */
export const retire = async (work: ChangingWork, kid: string, yes: boolean): Promise<void> => {
  const { stage, table, now, newChange } = work;
  const keys = await readVerificationKeys(table);
  const key = keys.find((each) => each.kid === kid);
  if (key === undefined) throw new CommandError('There is no such key. `key list` shows all.', 'notFound');
  await checkClock(stage.apiUrl);
  const end = findEnd(key);
  if (end === undefined) return supersede(work, key, yes);
  if (end >= now) {
    throw new CommandError(
      `Tokens of key ${kid} may be valid until ${end.toISOString()}. Retire it after that.`,
      'refused',
    );
  }
  await askFirst(`One of the ${keys.length} public keys of ${stage.label} will be deleted for good. Go on?`, yes);
  await retireVerificationKey(table, kid, newChange());
};
