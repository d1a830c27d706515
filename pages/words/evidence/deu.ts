import { germanState, germanTimeline } from './verifier-wording-words-german-course.ts';
import { germanFacts, germanNotice, germanTerms } from './verifier-wording-words-german-facts.ts';
import { germanGaps } from './verifier-wording-words-german-gaps.ts';
import { germanHistory, germanMarkup, germanParts, germanQuestion, germanTexts } from './verifier-wording-words-german-parts.ts';
import { germanChecks } from './verifier-wording-words-german-verification.ts';
import { germanWriting } from './verifier-wording-words-german-writing.ts';
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
