import { extname } from 'node:path';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import type { Holdings } from '../../../shared/evidence/holdings.ts';
import { proveInLog } from '../../../shared/evidence/log-proof.ts';
import { addLog, signDocument } from '../../../shared/evidence/sign-document.ts';
import type { Span } from '../../../shared/evidence/state-statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { isListed, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import { CommandError } from '../../command-error.ts';
import type { Work } from '../../command.ts';
import { command, looks } from '../../command.ts';
import { anyAccountOption, atOption, consentArgument, findHoldings } from '../consent/choice.ts';
import { writeNewPrivateFile } from '../../printing/new-file.ts';
import type { Result, Stream } from '../../printing/output.ts';
import { note } from '../../printing/output.ts';
import { readKept } from './given-checkpoints.ts';
import { openSigner } from './kms-key.ts';
import { chooseStandardFiles, formatOption, writeStandard } from './standard-files.ts';
import type { Signed } from './view.ts';
import { describeFile, describeSigned } from './view.ts';

/** The form of a file, by its ending. */
const forms: Readonly<Record<string, (document: string) => Promise<string>>> = {
  '.json': async (document) => document,
  '.html': async (document) => {
    const { renderEvidencePage } = await import('../../../pages/evidence/evidence-page.ts');
    return renderEvidencePage(document);
  },
};

/** @throws CommandError usage for an unknown ending */
const chooseForm = (file: string) => {
  const form = forms[extname(file).toLowerCase()];
  if (form !== undefined) return form;
  throw new CommandError(
    'The file in --out must end in .json for the document, or in .html for a page that shows it.',
    'usage',
  );
};

/** The consent, and a file with a checkpoint that somebody kept. */
interface Wanted {
  readonly at?: Span | undefined;
  readonly account?: string | undefined;
  readonly checkpoint?: string | undefined;
}

/** The log's proof, if there is a log. An unreadable log does not prevent the document. */
const readProof = async (
  { stage }: Work,
  { account, consent, ...versions }: Holdings,
  treeSize: number | undefined,
) => {
  if (stage.log === undefined) return undefined;
  try {
    return await proveInLog(stage.log, { accountId: account.id, consent, versions, treeSize });
  } catch (error) {
    const why = error instanceof CommandError ? error.message : `${error instanceof Error ? error.name : 'unknown'}.`;
    note(`The document lacks the proof of the log, which cannot be read: ${why}`);
    return undefined;
  }
};

/** @throws CommandError when there is no such consent, or nobody could verify the signature */
const sign = async (work: Work, id: string, { at, account, checkpoint }: Wanted): Promise<Signed> => {
  const { stage, table, now } = work;
  const kept = checkpoint === undefined ? undefined : await readKept(checkpoint);
  const holdings = await findHoldings(table, id, account);
  const statement = toStatement(holdings, now, at);
  const [signer, keys, proof] = await Promise.all([
    openSigner(stage),
    readEvidenceKeys(table),
    readProof(work, holdings, kept?.head.size),
  ]);
  if (!isListed(keys, signer, now)) {
    throw new CommandError(
      `The evidence key of ${stage.label} is not listed, so nobody could verify its signature. An operator lists it with \`evidence add-key\`.`,
      'refused',
    );
  }
  const document = addLog(await signDocument(toCanonicalJson(statement), signer), proof);
  return { statement, kid: signer.kid, document };
};

async function* printWhole(document: string): AsyncGenerator<string> {
  yield document;
}

/** A person at a terminal gets a summary; a program gets the exact document. */
const printSigned = (signed: Signed): Result | Stream =>
  process.stdout.isTTY ? describeSigned(signed) : { pieces: printWhole(signed.document) };

export const show = command(
  'show',
  'Makes a signed document of one consent. Without --out, prints a summary to a terminal, or the document to a pipe or file',
  'evidence show 019a0000000070008000000000000001 --out evidence.json --stage prod',
)
  .argument(...consentArgument)
  .option(...atOption)
  .option('--out <file>', 'new file: .json for the document, .html for a page that shows and verifies it')
  .option(
    '--checkpoint <file>',
    'a checkpoint of the log that somebody kept; the document then proves that the consent is in that log',
  )
  .addOption(formatOption)
  .option(...anyAccountOption)
  .action(
    looks(async (work, id, { out, format, ...wanted }) => {
      if (format !== undefined) {
        const files = chooseStandardFiles(out);
        return writeStandard(format, files, await sign(work, id, wanted));
      }
      const form = out === undefined ? undefined : chooseForm(out);
      const signed = await sign(work, id, wanted);
      if (out === undefined || form === undefined) return printSigned(signed);
      const written = await form(signed.document);
      await writeNewPrivateFile(out, written);
      return describeFile(out, written, signed);
    }),
  );
