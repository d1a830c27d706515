import { french as evidence } from '../../../verifier/wording/words/french.ts';
import { french as calls } from '../../calls/words/french.ts';
import { french as consent } from '../../consent/words/french.ts';
import { french as consents } from '../../consents/words/french.ts';
import { french as find } from '../../find/words/french.ts';
import { french as frame } from '../../frame/words/french.ts';
import { french as markup } from '../../markup/words/french.ts';
import { french as notices } from '../../notices/words/french.ts';
import { french as overview } from '../../overview/words/french.ts';
import { french as parts } from '../../parts/words/french.ts';
import { french as person } from '../../person/words/french.ts';
import { french as revocation } from '../../revocation/words/french.ts';
import { french as session } from '../../session/words/french.ts';
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
