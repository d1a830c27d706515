import type { DescribeSecretCommandOutput } from '@aws-sdk/client-secrets-manager';
import {
  DescribeSecretCommand,
  InvalidRequestException,
  ResourceNotFoundException,
  RotateSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { currentStage, pendingStage } from '../../shared/identity/keys/signing-key.ts';
import type { VerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import {
  findEnd,
  readVerificationKeys,
  retireVerificationKey,
  supersedeVerificationKey,
} from '../../shared/identity/keys/verification-keys.ts';
import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import { regionOf } from '../../shared/runtime/aws.ts';
import type { Table } from '../../shared/store/table.ts';
import type { ChangingWork } from '../action.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { CommandError } from '../errors.ts';
import { askFirst } from '../input/terminal.ts';
import type { Result } from '../output/print.ts';
import { note } from '../output/print.ts';
import { toTable } from '../output/rows.ts';
import { notOfTableAlone } from '../stage/open-table.ts';
import type { Stage } from '../stage/stage.ts';
import { isTolerable, measureSkew } from '../stage/stage.ts';

const stateOf = (key: VerificationKey, now: Date): string => {
  const end = findEnd(key);
  if (end === undefined) return 'signs';
  return end < now ? 'may be retired' : 'verifies';
};

const showKeys = async (table: Table, now: Date): Promise<Result> => {
  const keys = (await readVerificationKeys(table)).map((key) => ({
    kid: key.kid,
    state: stateOf(key, now),
    addedAt: key.addedAt,
    supersededAt: key.supersededAt,
    tokensLiveUntil: findEnd(key)?.toISOString(),
    secret: key.secretId,
  }));
  return toTable(
    keys.map(({ kid, ...cells }) => ({ key: kid, ...cells })),
    'There is no key yet. `key rotate` creates one.',
    keys,
  );
};

const list = command('list', 'Lists the public keys that verify tokens', 'key list --stage prod').action(
  looks(({ table, now }) => showKeys(table, now)),
);

/** @throws CommandError usage for a table alone, whose secret is not known */
const findSecret = ({ signingKeySecret }: Stage): string => {
  if (signingKeySecret !== undefined) return signingKeySecret;
  throw notOfTableAlone('which secret holds its signing key');
};

const rotate = changingCommand(
  'rotate',
  'Makes Secrets Manager create a new signing key; existing tokens stay valid until they expire',
  "key rotate --stage prod --reason 'key may be known'",
)
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async ({ stage, table, now, newChange }, { yes = false }) => {
      const secretId = findSecret(stage);
      if (await isGone(secretId))
        throw new CommandError(`The secret ${secretId} is gone. Run \`doctor\` to see what to do.`, 'notFound');
      await askFirst(`Secrets Manager will create a new signing key for ${stage.label}. Go on?`, yes);
      await writeLogEntry(table, newChange(), { secret: secretId });
      await rotateSecret(secretId);
      note('Functions use the new key within five minutes. `key list` shows when it is there.');
      return showKeys(table, now);
    }),
  );

/**
 * Deletes a public key.
 *
 * @throws CommandError notFound; refused while a token of the key may still be valid, or when a wrong clock hides that
 */
const retire = async (work: ChangingWork, kid: string, yes: boolean): Promise<void> => {
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
  await askFirst(`One of the ${keys.length} public keys of ${stage.label} will be deleted permanently. Go on?`, yes);
  await retireVerificationKey(table, kid, newChange());
};

const remove = changingCommand(
  'retire',
  'Deletes a public key whose tokens have all expired',
  'key retire 019ab03cb9a17e6c9fd0d2a4a1a3a5b7 --stage prod',
)
  .argument('<key>', 'id of the key, from `key list`')
  .option('--yes', 'do not ask for confirmation')
  .action(
    changes(async (work, kid, { yes = false }) => {
      await retire(work, kid, yes);
      return showKeys(work.table, work.now);
    }),
  );

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

export const key = command('key', 'Signing keys: the public keys that verify tokens', 'key list --stage prod')
  .addCommand(list)
  .addCommand(rotate)
  .addCommand(remove);

const open = (secretId: string): SecretsManagerClient => {
  const region = regionOf(secretId);
  return new SecretsManagerClient({
    ...(region !== undefined && { region }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
};

/** The secret as Secrets Manager describes it; undefined if there is none. */
const find = async (secretId: string): Promise<DescribeSecretCommandOutput | undefined> => {
  try {
    return await open(secretId).send(new DescribeSecretCommand({ SecretId: secretId }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

/** The same; undefined also if the secret is pending deletion. */
const describe = async (secretId: string): Promise<DescribeSecretCommandOutput | undefined> => {
  const found = await find(secretId);
  return found?.DeletedDate === undefined ? found : undefined;
};

/** Whether the secret's key can never sign again. A secret pending deletion can be restored. */
export const isDeleted = async (secretId: string): Promise<boolean> => (await find(secretId)) === undefined;

/** Whether the secret is deleted, or pending deletion. */
export const isGone = async (secretId: string): Promise<boolean> => (await describe(secretId)) === undefined;

/** How the secret is rotated. */
export interface Rotation {
  readonly isScheduled: boolean;
  readonly lastRotatedAt: Date | undefined;
  /** A version that was created and is not in use. */
  readonly isUnfinished: boolean;
}

/** How the secret is rotated; undefined if it is gone. */
export const describeRotation = async (secretId: string): Promise<Rotation | undefined> => {
  const found = await describe(secretId);
  if (found === undefined) return undefined;
  const isUnfinished = Object.values(found.VersionIdsToStages ?? {}).some(
    (stages) => stages.includes(pendingStage) && !stages.includes(currentStage),
  );
  return { isScheduled: found.RotationEnabled ?? false, lastRotatedAt: found.LastRotatedDate, isUnfinished };
};

/** Makes Secrets Manager create and publish a new key. @throws CommandError refused during another rotation */
export const rotateSecret = async (secretId: string): Promise<void> => {
  try {
    await open(secretId).send(new RotateSecretCommand({ SecretId: secretId }));
  } catch (error) {
    if (!(error instanceof InvalidRequestException)) throw error;
    throw new CommandError(
      `Secrets Manager does not rotate the key now. Try again later. It says: ${error.message}`,
      'refused',
    );
  }
};
