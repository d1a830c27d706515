import { german as evidence } from '../evidence/deu.ts';
import { german as calls } from './german.ts';
import { german as consent } from './console-consent-words-german.ts';
import { german as consents } from './console-consents-words-german.ts';
import { german as find } from './console-find-words-german.ts';
import { german as frame } from './console-frame-words-german.ts';
import { german as markup } from './console-markup-words-german.ts';
import { german as notices } from './console-notices-words-german.ts';
import { german as overview } from './console-overview-words-german.ts';
import { german as parts } from './console-parts-words-german.ts';
import { german as person } from './console-person-words-german.ts';
import { german as revocation } from './console-revocation-words-german.ts';
import { german as session } from './console-session-words-german.ts';
import type { ConsoleWords } from './words.ts';

export const words: ConsoleWords = {
  calls,
  consent,
  consents,
  evidence,
  find,
  frame,
  markup,
  notices,
  overview,
  parts,
  person,
  revocation,
  session,
};
