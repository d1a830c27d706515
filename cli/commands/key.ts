import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import type { VerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import { findEnd, readVerificationKeys } from '../../shared/identity/keys/verification-keys.ts';
import type { Table } from '../../shared/store/client.ts';
import { CommandError } from '../command-error.ts';
import { changes, changingCommand, command, looks } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { note, toTable } from '../printing/output.ts';
import type { Stage } from '../stage/stage.ts';
import { askFirst } from '../terminal.ts';
import { retire } from './retirement.ts';
import { isGone, rotate as rotateSecret } from './key/secret.ts';

const stateOf = (key: VerificationKey, now: Date): string => {
  const end = findEnd(key);
  if (end === undefined) return 'signs';
  return end < now ? 'may be retired' : 'verifies';
};

const showKeys = async (table: Table, now: Date): Promise<Result> => {
  const keys = await readVerificationKeys(table);
  return toTable(
    keys.map((key) => ({
      key: key.kid,
      state: stateOf(key, now),
      addedAt: key.addedAt,
      supersededAt: key.supersededAt,
      tokensLiveUntil: findEnd(key)?.toISOString(),
      secret: key.secretId,
    })),
    'There is no key yet. `key rotate` creates one.',
  );
};

const list = command('list', 'Lists the public keys that verify tokens', 'key list --stage prod').action(
  looks(({ table, now }) => showKeys(table, now)),
);

/** @throws CommandError usage for a table alone, whose secret is not known */
const findSecret = ({ signingKeySecret }: Stage): string => {
  if (signingKeySecret !== undefined) return signingKeySecret;
  throw new CommandError(
    'A table alone does not say which secret holds its signing key. Use --stage or --local.',
    'usage',
  );
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

export const key = command('key', 'Signing keys: the public keys that verify tokens', 'key list --stage prod')
  .addCommand(list)
  .addCommand(rotate)
  .addCommand(remove);
