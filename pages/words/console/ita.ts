import { italian as evidence } from '../evidence/ita.ts';
import { italian as calls } from './italian.ts';
import { italian as consent } from './console-consent-words-italian.ts';
import { italian as consents } from './console-consents-words-italian.ts';
import { italian as find } from './console-find-words-italian.ts';
import { italian as frame } from './console-frame-words-italian.ts';
import { italian as markup } from './console-markup-words-italian.ts';
import { italian as notices } from './console-notices-words-italian.ts';
import { italian as overview } from './console-overview-words-italian.ts';
import { italian as parts } from './console-parts-words-italian.ts';
import { italian as person } from './console-person-words-italian.ts';
import { italian as revocation } from './console-revocation-words-italian.ts';
import { italian as session } from './console-session-words-italian.ts';
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
