/** The languages of consents and notices in the codes of web pages (BCP 47), with their own names and in English. */
export const languageNames = {
  ita: { tag: 'it', name: 'Italiano', english: 'Italian' },
  eng: { tag: 'en', name: 'English', english: 'English' },
  spa: { tag: 'es', name: 'Español', english: 'Spanish' },
  deu: { tag: 'de', name: 'Deutsch', english: 'German' },
  fra: { tag: 'fr', name: 'Français', english: 'French' },
  tur: { tag: 'tr', name: 'Türkçe', english: 'Turkish' },
  por: { tag: 'pt', name: 'Português', english: 'Portuguese' },
  rus: { tag: 'ru', name: 'Русский', english: 'Russian' },
  ukr: { tag: 'uk', name: 'Українська', english: 'Ukrainian' },
} as const;
