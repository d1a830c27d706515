import { frenchState, frenchTimeline } from './verifier-wording-words-french-course.ts';
import { frenchFacts, frenchNotice, frenchTerms } from './verifier-wording-words-french-facts.ts';
import { frenchGaps } from './verifier-wording-words-french-gaps.ts';
import { frenchHistory, frenchMarkup, frenchParts, frenchQuestion, frenchTexts } from './verifier-wording-words-french-parts.ts';
import { frenchChecks } from './verifier-wording-words-french-verification.ts';
import { frenchWriting } from './verifier-wording-words-french-writing.ts';
import type { EvidenceWords } from './words.ts';

export const french: EvidenceWords = {
  writing: frenchWriting,
  state: frenchState,
  timeline: frenchTimeline,
  facts: frenchFacts,
  notice: frenchNotice,
  terms: frenchTerms,
  gaps: frenchGaps,
  markup: frenchMarkup,
  parts: frenchParts,
  texts: frenchTexts,
  history: frenchHistory,
  question: frenchQuestion,
  checks: frenchChecks,
};
