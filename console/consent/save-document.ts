import { saveFile } from '../../verifier/app/save-file.ts';
import type { Held } from './statement.ts';

/** What the file of a document is called: by the id of its consent, and so by nothing of a person. */
export const nameFile = ({ statement }: Pick<Held, 'statement'>): string => `evidence-${statement.id}.json`;

/** Lets the reader save the document as it came, to the byte. */
export const saveDocument = (held: Held): void => saveFile(held.bytes, nameFile(held), 'application/json');
