import type { TermWords, Writing } from '../words/evidence/words.ts';

/** An article of the GDPR as the Data Privacy Vocabulary names it, such as `A6-1-a` and `A6-1-a-explicit-consent`. */
const article = /^A(?<number>\d{1,2})(?:-(?<paragraph>\d))?(?:-(?<letter>[a-z]))?(?:-[a-z-]+)?$/;

/** A term of a vocabulary in words: an article of the GDPR, or its name taken apart, such as `email address`. */
export const tellTerm = (type: string, { article: write }: Pick<TermWords, 'article'>): string => {
  const { number, paragraph, letter } = article.exec(type)?.groups ?? {};
  if (number !== undefined) return write({ number, paragraph, letter });
  if (!/^(?:[A-Z][a-z]+)+$/.test(type)) return type;
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
};

const units = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const;

/** An ISO 8601 duration of years, months, weeks and days in words, such as `2 years`; any other stays as it is. */
export const tellDuration = (duration: string, { tag }: Pick<Writing, 'tag'>): string => {
  if (!/^P(?:\d{1,4}(?:D|M|W|Y))+$/.test(duration)) return duration;
  return [...duration.matchAll(/(\d+)([A-Z])/g)]
    .map(([, count, unit]) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit: units[unit as keyof typeof units],
        unitDisplay: 'long',
      }).format(Number(count)),
    )
    .join(', ');
};
