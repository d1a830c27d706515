import type { Client } from '../../../../client/typescript/index.ts';
import { collectValues, findSpelledApart } from '../../../../shared/consents/held-values.ts';
import type { FurtherConsents } from '../../../../shared/consents/person.ts';
import { findableValues } from '../../../../shared/consents/person-data.ts';
import type { PageLang } from '../../../i18n/index.ts';
import type { PersonValue } from '../../find/person-value.ts';
import type { CopyFiles } from './copy-files.ts';
import { makeFiles, zipFiles } from './copy-files.ts';
import type { ReadStatements, Watching } from './read-copy.ts';
import { findFurther, readStatements } from './read-copy.ts';

/** What a copy is made of. */
export interface CopyRequest {
  readonly values: readonly PersonValue[];
  readonly lang: PageLang;
  /** The officer's text at the top of the page. */
  readonly letter: string;
  /** Whether different values are known to belong to one person. */
  readonly areOne: boolean;
}

/** A whole copy, as one file. */
export interface PersonCopy extends Pick<CopyFiles, 'count' | 'sha256' | 'files'> {
  readonly bytes: Uint8Array;
  /** Without personal data. */
  readonly name: string;
  /** Undefined if it could not be looked for them. */
  readonly further: readonly FurtherConsents[] | undefined;
}

/** What came of it: a whole copy, or why there is none. */
export type Made =
  | { readonly is: 'made'; readonly copy: PersonCopy }
  /** The consents have different values of these keys, and nobody said that they are of one person. */
  | { readonly is: 'several'; readonly differing: readonly string[] }
  | Exclude<ReadStatements, { readonly is: 'read' }>;

const nameCopy = (madeAt: Date): string =>
  `copy-of-data-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip`;

/**
 * Makes the copy for a person of signed documents: all of them, or none.
 *
 * @throws ConsentRegisterError if the list of her consents cannot be read, or the reason of the signal
 */
export const makeCopy = async (
  client: Client,
  { values, lang, letter, areOne }: CopyRequest,
  watching: Watching,
): Promise<Made> => {
  const reading = await readStatements(client, values, watching);
  if (reading.is !== 'read') return reading;
  const { statements } = reading;
  const differing = areOne ? [] : findSpelledApart(collectValues(statements.map(({ claimed }) => claimed)));
  if (differing.length > 0) return { is: 'several', differing };
  const askedFor = findableValues(Object.fromEntries(values.map(({ key, value }) => [key, value])));
  const made = await makeFiles({ statements, askedFor, lang, letter });
  const ids = new Set(statements.map(({ id }) => id));
  const looking = findFurther(client, { held: made.held, asked: askedFor, ids }, watching.signal);
  const further = await looking.catch(() => undefined);
  watching.signal.throwIfAborted();
  const { count, files, sha256, madeAt } = made;
  return { is: 'made', copy: { count, files, sha256, bytes: zipFiles(made), name: nameCopy(madeAt), further } };
};
