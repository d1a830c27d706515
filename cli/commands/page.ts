import { createHash } from 'node:crypto';
import { command, offline } from '../command.ts';
import { writeNewFile } from '../printing/new-file.ts';

export const page = command(
  'page',
  'Writes verify.html, a page that verifies documents in a browser, without a register or a network',
  'evidence page --out verify.html',
)
  .requiredOption('--out <file>', 'a new file')
  .action(
    offline(async ({ out }) => {
      const { renderEvidencePage } = await import('../../pages/evidence/evidence-page.ts');
      const text = await renderEvidencePage();
      await writeNewFile(out, text);
      const sha256 = createHash('sha256').update(text).digest('hex');
      return {
        data: { file: out, bytes: Buffer.byteLength(text), sha256 },
        text: `Written to ${out}. Publish its SHA-256 too, so that people who get the page from others can check it:\n${sha256}`,
      };
    }),
  );
