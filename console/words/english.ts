import { newProseEnglish } from '../../verifier/wording/words/english.ts';
import { english as calls } from '../calls/words/english.ts';
import { english as consent } from '../consent/words/english.ts';
import { english as consents } from '../consents/words/english.ts';
import { english as find } from '../find/words/english.ts';
import { english as frame } from '../frame/words/english.ts';
import { chooseRegion } from '../locale.ts';
import { english as markup } from '../markup/words/english.ts';
import { english as notices } from '../notices/words/english.ts';
import { english as overview } from '../overview/words/english.ts';
import { english as parts } from '../parts/words/english.ts';
import { english as person } from '../person/words/english.ts';
import { english as revocation } from '../revocation/words/english.ts';
import { english as session } from '../session/words/english.ts';
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
