import { toEventKeySet } from '../../../shared/events/event-signing.ts';
import { readPublicKey } from '../../../shared/transparency/signing-keys.ts';
import { CommandError } from '../../command-error.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import { note, toTable } from '../printing/output.ts';
import { needLog } from '../stage/log.ts';

/** Where the job has told nobody of anything yet. Commands make no key. */
export const noKey = 'No key signs events yet. The first event makes one.';

export const keys = command(
  'keys',
  'Lists the public key that verifies events',
  'events keys --out event-keys.json --stage prod',
)
  .option('--out <file>', 'write the key file: a new file, a JWK set, for the programs that receive events')
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
