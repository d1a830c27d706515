import { spanish as evidence } from '../../../verifier/wording/words/spanish.ts';
import { spanish as calls } from '../../calls/words/spanish.ts';
import { spanish as consent } from '../../consent/words/spanish.ts';
import { spanish as consents } from '../../consents/words/spanish.ts';
import { spanish as find } from '../../find/words/spanish.ts';
import { spanish as frame } from '../../frame/words/spanish.ts';
import { spanish as markup } from '../../markup/words/spanish.ts';
import { spanish as notices } from '../../notices/words/spanish.ts';
import { spanish as overview } from '../../overview/words/spanish.ts';
import { spanish as parts } from '../../parts/words/spanish.ts';
import { spanish as person } from '../../person/words/spanish.ts';
import { spanish as revocation } from '../../revocation/words/spanish.ts';
import { spanish as session } from '../../session/words/spanish.ts';
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
