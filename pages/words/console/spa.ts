import { spanish as evidence } from '../evidence/spa.ts';
import { spanish as calls } from './spanish.ts';
import { spanish as consent } from './console-consent-words-spanish.ts';
import { spanish as consents } from './console-consents-words-spanish.ts';
import { spanish as find } from './console-find-words-spanish.ts';
import { spanish as frame } from './console-frame-words-spanish.ts';
import { spanish as markup } from './console-markup-words-spanish.ts';
import { spanish as notices } from './console-notices-words-spanish.ts';
import { spanish as overview } from './console-overview-words-spanish.ts';
import { spanish as parts } from './console-parts-words-spanish.ts';
import { spanish as person } from './console-person-words-spanish.ts';
import { spanish as revocation } from './console-revocation-words-spanish.ts';
import { spanish as session } from './console-session-words-spanish.ts';
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
