import { french as evidence } from '../evidence/fra.ts';
import { french as calls } from './french.ts';
import { french as consent } from './console-consent-words-french.ts';
import { french as consents } from './console-consents-words-french.ts';
import { french as find } from './console-find-words-french.ts';
import { french as frame } from './console-frame-words-french.ts';
import { french as markup } from './console-markup-words-french.ts';
import { french as notices } from './console-notices-words-french.ts';
import { french as overview } from './console-overview-words-french.ts';
import { french as parts } from './console-parts-words-french.ts';
import { french as person } from './console-person-words-french.ts';
import { french as revocation } from './console-revocation-words-french.ts';
import { french as session } from './console-session-words-french.ts';
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
