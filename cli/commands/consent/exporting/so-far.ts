import { tame } from '../../../../shared/schema/visible-text.ts';
import { goOn } from '../go-on.ts';

/** How far an interrupted export got; completes a sentence. */
export const tellSoFar = (folder: string, consents: number): string =>
  `${consents.toLocaleString('en')} consents are in ${tame(folder)}, which is still incomplete. ${goOn}`;
