import { italianState, italianTimeline } from './verifier-wording-words-italian-course.ts';
import { italianFacts, italianNotice, italianTerms } from './verifier-wording-words-italian-facts.ts';
import { italianGaps } from './verifier-wording-words-italian-gaps.ts';
import { italianHistory, italianMarkup, italianParts, italianQuestion, italianTexts } from './verifier-wording-words-italian-parts.ts';
import { italianChecks } from './verifier-wording-words-italian-verification.ts';
import { italianWriting } from './verifier-wording-words-italian-writing.ts';
import type { EvidenceWords } from './words.ts';

export const italian: EvidenceWords = {
  writing: italianWriting,
  state: italianState,
  timeline: italianTimeline,
  facts: italianFacts,
  notice: italianNotice,
  terms: italianTerms,
  gaps: italianGaps,
  markup: italianMarkup,
  parts: italianParts,
  texts: italianTexts,
  history: italianHistory,
  question: italianQuestion,
  checks: italianChecks,
};
