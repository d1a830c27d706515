import type { EvidenceWords } from '../evidence/words.ts';
import type { CallWords } from './console-calls-words-words.ts';
import type { ConsentWords } from './console-consent-words-words.ts';
import type { ConsentsWords } from './console-consents-words-words.ts';
import type { FindWords } from './console-find-words-words.ts';
import type { FrameWords } from './console-frame-words-words.ts';
import type { ConsoleMarkupWords } from './console-markup-words-words.ts';
import type { NoticeWords } from './console-notices-words-words.ts';
import type { OverviewWords } from './console-overview-words-words.ts';
import type { PartWords } from './console-parts-words-words.ts';
import type { PersonWords } from './console-person-words-words.ts';
import type { RevocationWords } from './console-revocation-words-words.ts';
import type { SessionWords } from './console-session-words-words.ts';

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
