import { germanState, germanTimeline } from './german/course.ts';
import { germanFacts, germanNotice, germanTerms } from './german/facts.ts';
import { germanGaps } from './german/gaps.ts';
import { germanHistory, germanMarkup, germanParts, germanQuestion, germanTexts } from './german/parts.ts';
import { germanChecks } from './german/verification.ts';
import { germanWriting } from './german/writing.ts';
import type { EvidenceWords } from './words.ts';

export const german: EvidenceWords = {
  writing: germanWriting,
  state: germanState,
  timeline: germanTimeline,
  facts: germanFacts,
  notice: germanNotice,
  terms: germanTerms,
  gaps: germanGaps,
  markup: germanMarkup,
  parts: germanParts,
  texts: germanTexts,
  history: germanHistory,
  question: germanQuestion,
  checks: germanChecks,
};
