import { toEventKeySet } from '../../shared/log/events/event-signing.ts';
import { readPublicKey } from '../../shared/log/signing-keys.ts';
import { CommandError } from '../command-error.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import { note, toTable } from '../printing/output.ts';
import { needLog } from '../stage/log.ts';

/** The message before the first event, which makes the key. Commands make none. */
export const noKey = 'No key signs events yet. The first event creates it: record a consent, then try again.';

export const keys = command(
  'keys',
  'Lists the public key that verifies events',
  'events keys --out event-keys.json --stage prod',
)
  .option('--out <file>', 'write the key file, a JWK set for programs that receive events, to a new file')
  .action(
    looks(async ({ stage }, { out }) => {
      const publicKey = await readPublicKey(needLog(stage), 'events');
      const { keys } = publicKey === undefined ? { keys: [] } : await toEventKeySet(publicKey);
      if (out !== undefined) {
        if (keys.length === 0) throw new CommandError(noKey, 'notFound');
        await writeNewFile(out, `${JSON.stringify({ keys }, undefined, 2)}\n`);
        note(`Written to ${out}`);
      }
      return toTable(
        keys.map(({ kid, alg, x }) => ({ key: kid, algorithm: alg, publicKey: x })),
        noKey,
        keys,
      );
    }),
  );
