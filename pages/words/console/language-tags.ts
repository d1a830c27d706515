/** The languages of the console, by their tags (BCP 47). */
export const languageTags = ['en', 'it', 'de', 'fr', 'es'] as const;

export type Language = (typeof languageTags)[number];
