import { englishChecks } from './checks.ts';
import { newEnglishState, newEnglishTimeline } from './course.ts';
import { newEnglishFacts, newEnglishNotice, newEnglishTerms } from './facts.ts';
import { englishGaps } from './gaps.ts';
import {
  englishHistory,
  englishMarkup,
  newEnglishParts,
  newEnglishQuestion,
  newEnglishTexts,
} from './parts.ts';
import type { EnglishWriting } from './verifier-wording-words-english-writing.ts';
import { newProseWriting, pageWriting, plainWriting } from './verifier-wording-words-english-writing.ts';
import type { EvidenceWords } from './words.ts';

const newEnglish = (writing: EnglishWriting): EvidenceWords => ({
  writing,
  state: newEnglishState(writing),
  timeline: newEnglishTimeline(writing),
  facts: newEnglishFacts(writing),
  notice: newEnglishNotice(writing),
  terms: newEnglishTerms(writing),
  gaps: englishGaps,
  markup: englishMarkup,
  parts: newEnglishParts(writing),
  texts: newEnglishTexts(writing),
  history: englishHistory,
  question: newEnglishQuestion(writing),
  checks: englishChecks,
});

/** For the command line: times as in records, and codes. */
export const english: EvidenceWords = newEnglish(plainWriting);

/** For pages that stay a file: times as in records, and words in place of codes. */
export const pageEnglish: EvidenceWords = newEnglish(pageWriting);

/** For readers who know no codes. @param region the reader's, for times (BCP 47), such as `en-GB` */
export const newProseEnglish = (region: string): EvidenceWords => newEnglish(newProseWriting(region));
