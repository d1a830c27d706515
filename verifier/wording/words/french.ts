import { frenchState, frenchTimeline } from './french/course.ts';
import { frenchFacts, frenchNotice, frenchTerms } from './french/facts.ts';
import { frenchGaps } from './french/gaps.ts';
import { frenchHistory, frenchMarkup, frenchParts, frenchQuestion, frenchTexts } from './french/parts.ts';
import { frenchChecks } from './french/verification.ts';
import { frenchWriting } from './french/writing.ts';
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
