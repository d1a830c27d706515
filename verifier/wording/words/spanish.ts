import { spanishState, spanishTimeline } from './spanish/course.ts';
import { spanishFacts, spanishNotice, spanishTerms } from './spanish/facts.ts';
import { spanishGaps } from './spanish/gaps.ts';
import { spanishHistory, spanishMarkup, spanishParts, spanishQuestion, spanishTexts } from './spanish/parts.ts';
import { spanishChecks } from './spanish/verification.ts';
import { spanishWriting } from './spanish/writing.ts';
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
