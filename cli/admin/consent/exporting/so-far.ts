import { tame } from '../../../../shared/schema/visible-text.ts';
import { goOn } from '../go-on.ts';

/** What an export has done that ends before its time: the end of a sentence. */
export const tellSoFar = (folder: string, consents: number): string =>
  `${consents.toLocaleString('en')} consents are in ${tame(folder)}, which is not whole yet. ${goOn}`;
