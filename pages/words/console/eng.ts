import { newProseEnglish } from '../evidence/eng.ts';
import { english as calls } from './english.ts';
import { english as consent } from './console-consent-words-english.ts';
import { english as consents } from './console-consents-words-english.ts';
import { english as find } from './console-find-words-english.ts';
import { english as frame } from './console-frame-words-english.ts';
import { chooseRegion } from '../../console/locale.ts';
import { english as markup } from './console-markup-words-english.ts';
import { english as notices } from './console-notices-words-english.ts';
import { english as overview } from './console-overview-words-english.ts';
import { english as parts } from './console-parts-words-english.ts';
import { english as person } from './console-person-words-english.ts';
import { english as revocation } from './console-revocation-words-english.ts';
import { english as session } from './console-session-words-english.ts';
import type { ConsoleWords } from './words.ts';

export const english: ConsoleWords = {
  calls,
  consent,
  consents,
  evidence: newProseEnglish(chooseRegion('en', navigator.languages)),
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
