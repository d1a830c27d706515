import { italian as evidence } from '../../../verifier/wording/words/italian.ts';
import { italian as calls } from '../../calls/words/italian.ts';
import { italian as consent } from '../../consent/words/italian.ts';
import { italian as consents } from '../../consents/words/italian.ts';
import { italian as find } from '../../find/words/italian.ts';
import { italian as frame } from '../../frame/words/italian.ts';
import { italian as markup } from '../../markup/words/italian.ts';
import { italian as notices } from '../../notices/words/italian.ts';
import { italian as overview } from '../../overview/words/italian.ts';
import { italian as parts } from '../../parts/words/italian.ts';
import { italian as person } from '../../person/words/italian.ts';
import { italian as revocation } from '../../revocation/words/italian.ts';
import { italian as session } from '../../session/words/italian.ts';
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
