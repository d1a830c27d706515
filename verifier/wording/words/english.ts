import { englishChecks } from './english/checks.ts';
import { newEnglishState, newEnglishTimeline } from './english/course.ts';
import { newEnglishFacts, newEnglishNotice, newEnglishTerms } from './english/facts.ts';
import { englishGaps } from './english/gaps.ts';
import {
  englishHistory,
  englishMarkup,
  newEnglishParts,
  newEnglishQuestion,
  newEnglishTexts,
} from './english/parts.ts';
import type { EnglishWriting } from './english/writing.ts';
import { newProseWriting, pageWriting, plainWriting } from './english/writing.ts';
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
