import { saveFile } from '../../verifier/app/save-file.ts';
import { putDocument } from '../../verifier/embedded-document.ts';
import { evidencePage } from '../page-settings.ts';
import type { Held } from './statement.ts';

/** What a file of a document is called: by the id of its consent, and so by nothing of a person. */
export const nameFile = ({ statement }: Pick<Held, 'statement'>, form: 'json' | 'html' = 'json'): string =>
  `evidence-${statement.id}.${form}`;

/** Lets the reader save the document as it came, to the byte. */
export const saveDocument = (held: Held): void => saveFile(held.bytes, nameFile(held), 'application/json');

/**
 * Lets the reader save the document in a page that shows it and verifies it: the one that the command writes. What the page is made of is
 * loaded now.
 *
 * @throws Error where that does not come
 */
export const savePage = async (held: Held): Promise<void> => {
  const answer = await fetch(evidencePage());
  if (!answer.ok) throw new Error(`The page of evidence: ${answer.status}`);
  const page = putDocument(await answer.text(), held.bytes);
  saveFile(new TextEncoder().encode(page), nameFile(held, 'html'), 'text/html');
};
