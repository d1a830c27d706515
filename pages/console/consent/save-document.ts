import { saveFile } from '../../verify/save-file.ts';
import { putDocument } from '../../../verifier/embedded-document.ts';
import { evidencePage } from '../page-settings.ts';
import type { Held } from './statement.ts';

/** The file name of a document: it has the id of the consent and nothing about the person. */
export const nameFile = ({ statement }: Pick<Held, 'statement'>, form: 'json' | 'html' = 'json'): string =>
  `evidence-${statement.id}.${form}`;

/** Saves the document byte for byte. */
export const saveDocument = (held: Held): void => saveFile(held.bytes, nameFile(held), 'application/json');

/**
 * Saves the document in the same self-verifying page that the command line writes. The page template is loaded on demand.
 *
 * @throws Error if the template cannot be loaded
 */
export const savePage = async (held: Held): Promise<void> => {
  const answer = await fetch(evidencePage());
  if (!answer.ok) throw new Error(`The page of evidence: ${answer.status}`);
  const page = putDocument(await answer.text(), held.bytes);
  saveFile(new TextEncoder().encode(page), nameFile(held, 'html'), 'text/html');
};
