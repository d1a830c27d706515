import type { StateWords, TimelineWords } from './course-words.ts';
import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import type { GapWords, HistoryWords, MarkupWords, PartWords, QuestionWords, TextWords } from './page-words.ts';
import type { CheckWords } from './verification-words.ts';
import type { Writing } from './writing.ts';

/** All texts about a consent and its evidence in one language. A sentence with variable parts is a function. */
export interface EvidenceWords {
  readonly writing: Writing;
  readonly state: StateWords;
  readonly timeline: TimelineWords;
  readonly facts: FactWords;
  readonly notice: NoticeWords;
  readonly terms: TermWords;
  readonly gaps: GapWords;
  readonly markup: MarkupWords;
  readonly parts: PartWords;
  readonly texts: TextWords;
  readonly history: HistoryWords;
  readonly question: QuestionWords;
  readonly checks: CheckWords;
}
