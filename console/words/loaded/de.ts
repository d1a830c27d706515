import { german as evidence } from '../../../verifier/wording/words/german.ts';
import { german as calls } from '../../calls/words/german.ts';
import { german as consent } from '../../consent/words/german.ts';
import { german as consents } from '../../consents/words/german.ts';
import { german as find } from '../../find/words/german.ts';
import { german as frame } from '../../frame/words/german.ts';
import { german as markup } from '../../markup/words/german.ts';
import { german as notices } from '../../notices/words/german.ts';
import { german as overview } from '../../overview/words/german.ts';
import { german as parts } from '../../parts/words/german.ts';
import { german as person } from '../../person/words/german.ts';
import { german as revocation } from '../../revocation/words/german.ts';
import { german as session } from '../../session/words/german.ts';
import type { ConsoleWords } from '../words.ts';

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
