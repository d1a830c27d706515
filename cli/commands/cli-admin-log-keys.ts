import { writeNoteKey } from '../../shared/log/signed-note.ts';
import { command, looks } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';
import { note } from '../printing/output.ts';
import { needLog } from '../stage/log.ts';
import { readLogKey } from '../stage/log-key.ts';

export const keys = command(
  'keys',
  'Prints the key that verifies checkpoints of the log, and the last checkpoint. Keep both outside AWS',
  'log keys --out checkpoint.txt --stage prod',
)
  .option('--out <file>', 'also write the checkpoint to a new file, for `log verify --checkpoint`')
  .action(
    looks(async ({ stage }, { out }) => {
      const { key, note: checkpoint } = await readLogKey(needLog(stage));
      const text = writeNoteKey(key);
      if (out !== undefined) {
        await writeNewFile(out, checkpoint);
        note(`Written to ${out}`);
      }
      return { data: { key: text, checkpoint }, text: `${text}\n\n${checkpoint.trimEnd()}` };
    }),
  );
