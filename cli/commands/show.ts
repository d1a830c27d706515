import { toStatement } from '../../shared/evidence/statement.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { showSpan, spanOf } from '../../pages/wording/plain-time.ts';
import { command, looks, programName } from '../command.ts';
import { writeNewPrivateFile } from '../printing/new-file.ts';
import { note } from '../printing/output.ts';
import { anyAccountOption, atOption, consentArgument, findHoldings } from './consent/choice.ts';
import { describeConsent } from './consent/view.ts';

/** The command that prints the same again, without its stage and output options. */
const nameCommand = ({ id, state }: Statement, isAt: boolean): string =>
  [programName, 'consent', 'show', id, ...(isAt ? ['--at', showSpan(spanOf(state)).replace(' ', 'T')] : [])].join(' ');

export const show = command(
  'show',
  'Shows everything recorded about one consent: whether it is in force, what was agreed to, by whom, when and how',
  'consent show 019a0000000070008000000000000001 --at 2026-11-22 --html consent.html --stage prod',
)
  .argument(...consentArgument)
  .option(...atOption)
  .option('--html <file>', 'also write it to an HTML file, for reading, printing and filing')
  .option(...anyAccountOption)
  .action(
    looks(async ({ table, now, stage }, text, { at, html, account }) => {
      const statement = toStatement(await findHoldings(table, text, account), now, at);
      if (html !== undefined) {
        const { renderConsentPage } = await import('../../pages/consent/consent-page.ts');
        const made = { command: nameCommand(statement, at !== undefined), place: stage.label };
        await writeNewPrivateFile(html, renderConsentPage(statement, made));
        note(`Written to ${html}`);
      }
      return { data: statement, text: describeConsent(statement) };
    }),
  );
