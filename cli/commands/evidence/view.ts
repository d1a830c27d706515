import { createHash } from 'node:crypto';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { identityFacts, personFacts } from '../../../pages/wording/consent-facts.ts';
import { describeOutlook, describeState } from '../../../pages/wording/consent-state.ts';
import { showTime } from '../../../pages/wording/plain-time.ts';
import { spellThumbprint } from '../../../verifier/thumbprint.ts';
import { english } from '../../../pages/words/evidence/eng.ts';
import type { Result } from '../../printing/output.ts';
import { align } from '../../printing/output.ts';

/** A signed document and its content. */
export interface Signed {
  readonly statement: Statement;
  readonly document: string;
  readonly kid: string;
}

const describe = ({ statement, kid }: Signed, more: readonly (readonly [string, string])[]): string =>
  [
    [describeState(statement, english), describeOutlook(statement, english)].filter((text) => text !== '').join('\n'),
    align([...identityFacts(statement, english), ...personFacts(statement)]),
    align([['signed', `${showTime(statement.issuedAt)} UTC`], ['key', spellThumbprint(kid)], ...more]),
  ].join('\n\n');

/** A document for a terminal. */
export const describeSigned = (signed: Signed): Result => ({
  data: JSON.parse(signed.document),
  text: describe(signed, []),
  remark:
    'Nothing was written. --out evidence.json writes the document; --out evidence.html writes a page that shows it.',
});

/**
 * A document written to a file: its content, and the hash that identifies the file.
 *
 * @param written the whole content of the file
 * @param more details of other files written
 */
export const describeFile = (
  file: string,
  written: string,
  signed: Signed,
  more: readonly (readonly [string, string])[] = [],
) => {
  const { statement, kid } = signed;
  const sha256 = createHash('sha256').update(written).digest('hex');
  return {
    data: { file, id: statement.id, issuedAt: statement.issuedAt, kid, thumbprint: spellThumbprint(kid), sha256 },
    text: describe(signed, [['file', file], ['SHA-256', sha256], ...more]),
  };
};
