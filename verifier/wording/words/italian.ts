import { italianState, italianTimeline } from './italian/course.ts';
import { italianFacts, italianNotice, italianTerms } from './italian/facts.ts';
import { italianGaps } from './italian/gaps.ts';
import { italianHistory, italianMarkup, italianParts, italianQuestion, italianTexts } from './italian/parts.ts';
import { italianChecks } from './italian/verification.ts';
import { italianWriting } from './italian/writing.ts';
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
