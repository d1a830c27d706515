import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { commandEnglish } from '../../../pages/describe/command-text.ts';
import { describeOutlook, describeState, identityFacts, personFacts } from '../../../pages/describe/consent.ts';
import { showTime } from '../../../pages/describe/writing.ts';
import { toFacts } from '../../../shared/evidence/facts.ts';
import { describeLacking, findAhead } from '../../../shared/evidence/lacking-leaf.ts';
import type { Compared } from '../../../shared/evidence/log-proof.ts';
import { compareWithLog, searchLog } from '../../../shared/evidence/log-proof.ts';
import type { DocumentLog, Facts } from '../../../shared/evidence/schema.ts';
import { addLog, signDocument } from '../../../shared/evidence/sign-document.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { isListed, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { formatThumbprint } from '../../../verifier/keys.ts';
import type { Work } from '../../action.ts';
import { command, looks } from '../../action.ts';
import { anyAccountOption, consentArgument, findHoldings, inForceAtOption } from '../../choose-consent.ts';
import { CommandError } from '../../errors.ts';
import { writeNewPrivateFile } from '../../output/files.ts';
import type { Result, Stream } from '../../output/print.ts';
import { align } from '../../output/rows.ts';
import { openSigner } from './kms-key.ts';
import { readCheckpointFile } from './verify.ts';

/** The form of a file, by its ending. */
const forms: Readonly<Record<string, (document: string) => Promise<string>>> = {
  '.json': async (document) => document,
  '.html': async (document) => {
    const { renderEvidencePage } = await import('../../../pages/files/evidence-page.ts');
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

interface Whole {
  readonly facts: Facts;
  /** Undefined where there is no log, or before a checkpoint covers any of it. */
  readonly proof: DocumentLog | undefined;
}

/** What to say of a consent. */
interface Asked extends Pick<Wanted, 'at' | 'account'> {
  readonly treeSize: number | undefined;
}

/**
 * What a document says of a consent, and its proof. They are read again if the log has more than the table, or differs.
 *
 * @throws CommandError finding
 */
const findWhole = async (work: Work, id: string, asked: Asked, readings = 1): Promise<Whole> => {
  const { stage, table, now } = work;
  const { log } = stage;
  const holdings = await findHoldings(table, id, asked.account);
  const facts = toFacts(holdings, now, asked.at);
  const { account: owner, consent, ...versions } = holdings;
  const { proof, lacking }: Compared =
    log === undefined
      ? { lacking: findAhead(facts, now) }
      : await compareWithLog(log, await searchLog(log, { accountId: owner.id, consent, versions }), {
          facts,
          clock: now,
          treeSize: asked.treeSize,
        });
  if (lacking !== undefined) {
    if (readings === 1) return findWhole(work, id, asked, 2);
    throw new CommandError(`${describeLacking(lacking)} \`log verify\` lists everything that was changed.`, 'finding');
  }
  return { facts, proof };
};

/** @throws CommandError when there is no such consent, the log has more of it or something else, or nobody could verify the signature */
const sign = async (work: Work, id: string, { at, account, checkpoint }: Wanted): Promise<Signed> => {
  const { stage, table } = work;
  const kept = checkpoint === undefined ? undefined : await readCheckpointFile(checkpoint);
  const { facts, proof } = await findWhole(work, id, { at, account, treeSize: kept?.head.size });
  const [signer, keys] = await Promise.all([openSigner(stage), readEvidenceKeys(table)]);
  if (!isListed(keys, signer)) {
    throw new CommandError(
      `The evidence key of ${stage.label} is not listed, so nobody could verify its signature. An operator lists it with \`evidence add-key\`.`,
      'refused',
    );
  }
  const document = addLog(await signDocument(facts, signer), proof);
  return { statement: toStatement(facts), kid: signer.kid, document };
};

async function* printWhole(document: string): AsyncGenerator<string> {
  yield document;
}

/** A person at a terminal gets a summary; a program gets the exact document. */
const printSigned = (signed: Signed): Result | Stream =>
  process.stdout.isTTY ? describeSigned(signed) : { pieces: printWhole(signed.document) };

const describe = ({ statement, kid }: Signed, more: readonly (readonly [string, string])[] = []): string =>
  [
    [describeState(statement, commandEnglish), describeOutlook(statement, commandEnglish)]
      .filter((text) => text !== '')
      .join('\n'),
    align([...identityFacts(statement, commandEnglish), ...personFacts(statement)]),
    align([['signed', `${showTime(statement.issuedAt)} UTC`], ['key', formatThumbprint(kid)], ...more]),
  ].join('\n\n');

/** A document for a terminal. */
const describeSigned = (signed: Signed): Result => ({
  data: JSON.parse(signed.document),
  text: describe(signed),
  remark:
    'Nothing was written. --out evidence.json writes the document; --out evidence.html writes a page that shows it.',
});

/**
 * A document written to a file: its content, and the hash that identifies the file.
 *
 * @param written the whole content of the file
 */
const describeFile = (file: string, written: string, signed: Signed) => {
  const { statement, kid } = signed;
  const sha256 = createHash('sha256').update(written).digest('hex');
  return {
    data: { file, id: statement.id, issuedAt: statement.issuedAt, kid, thumbprint: formatThumbprint(kid), sha256 },
    text: describe(signed, [
      ['file', file],
      ['SHA-256', sha256],
    ]),
  };
};

export const show = command(
  'show',
  'Makes a signed document of one consent. Without --out, prints a summary to a terminal, or the document to a pipe or file',
  'evidence show 019a0000000070008000000000000001 --out evidence.json --stage prod',
)
  .argument(...consentArgument)
  .option(...inForceAtOption)
  .option('--out <file>', 'new file: .json for the document, .html for a page that shows and verifies it')
  .option(
    '--checkpoint <file>',
    'a checkpoint of the log that somebody kept; the document then proves that the consent is in that log',
  )
  .option(...anyAccountOption)
  .action(
    looks(async (work, id, { out, ...wanted }) => {
      const form = out === undefined ? undefined : chooseForm(out);
      const signed = await sign(work, id, wanted);
      if (out === undefined || form === undefined) return printSigned(signed);
      const written = await form(signed.document);
      await writeNewPrivateFile(out, written);
      return describeFile(out, written, signed);
    }),
  );

/** A signed document and its content. */
interface Signed {
  readonly statement: Statement;
  readonly document: string;
  readonly kid: string;
}
