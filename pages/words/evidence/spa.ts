import { spanishState, spanishTimeline } from './verifier-wording-words-spanish-course.ts';
import { spanishFacts, spanishNotice, spanishTerms } from './verifier-wording-words-spanish-facts.ts';
import { spanishGaps } from './verifier-wording-words-spanish-gaps.ts';
import { spanishHistory, spanishMarkup, spanishParts, spanishQuestion, spanishTexts } from './verifier-wording-words-spanish-parts.ts';
import { spanishChecks } from './verifier-wording-words-spanish-verification.ts';
import { spanishWriting } from './verifier-wording-words-spanish-writing.ts';
import type { EvidenceWords } from './words.ts';

export const spanish: EvidenceWords = {
  writing: spanishWriting,
  state: spanishState,
  timeline: spanishTimeline,
  facts: spanishFacts,
  notice: spanishNotice,
  terms: spanishTerms,
  gaps: spanishGaps,
  markup: spanishMarkup,
  parts: spanishParts,
  texts: spanishTexts,
  history: spanishHistory,
  question: spanishQuestion,
  checks: spanishChecks,
};
