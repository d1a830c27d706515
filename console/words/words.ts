import type { EvidenceWords } from '../../verifier/wording/words/words.ts';
import type { CallWords } from '../calls/words/words.ts';
import type { ConsentWords } from '../consent/words/words.ts';
import type { ConsentsWords } from '../consents/words/words.ts';
import type { FindWords } from '../find/words/words.ts';
import type { FrameWords } from '../frame/words/words.ts';
import type { ConsoleMarkupWords } from '../markup/words/words.ts';
import type { NoticeWords } from '../notices/words/words.ts';
import type { OverviewWords } from '../overview/words/words.ts';
import type { PartWords } from '../parts/words/words.ts';
import type { PersonWords } from '../person/words/words.ts';
import type { RevocationWords } from '../revocation/words/words.ts';
import type { SessionWords } from '../session/words/words.ts';

/** All texts of the console in one language, by section. `evidence` has the texts about a consent and its evidence. */
export interface ConsoleWords {
  readonly calls: CallWords;
  readonly consent: ConsentWords;
  readonly consents: ConsentsWords;
  readonly evidence: EvidenceWords;
  readonly find: FindWords;
  readonly frame: FrameWords;
  readonly markup: ConsoleMarkupWords;
  readonly notices: NoticeWords;
  readonly overview: OverviewWords;
  readonly parts: PartWords;
  readonly person: PersonWords;
  readonly revocation: RevocationWords;
  readonly session: SessionWords;
}
