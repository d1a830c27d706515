import type { Language } from '../../console/locale.ts';

/** English is part of the program. */
export type LoadedLanguage = Exclude<Language, 'en'>;

/** Messages about a language that is loading or could not be loaded, in that language. */
export interface AwaitedWords {
  readonly loading: string;
  readonly english: string;
  readonly failed: string;
  readonly again: string;
}

export const awaitedWords: Readonly<Record<LoadedLanguage, AwaitedWords>> = {
  it: {
    loading: 'L’italiano si sta caricando …',
    english: 'Continua in inglese',
    failed:
      'L’italiano non si è potuto caricare: forse manca la rete. Fino ad allora la pagina resta nella lingua in cui è ora.',
    again: 'Riprova',
  },
  de: {
    loading: 'Deutsch wird geladen …',
    english: 'Auf Englisch fortfahren',
    failed:
      'Deutsch konnte nicht geladen werden: Vielleicht fehlt die Verbindung. Bis dahin bleibt die Seite in der Sprache, in der sie jetzt ist.',
    again: 'Noch einmal versuchen',
  },
  fr: {
    loading: 'Le français se charge …',
    english: 'Continuer en anglais',
    failed:
      'Le français n’a pas pu être chargé : il n’y a peut-être pas de connexion. D’ici là, la page reste dans la langue où elle est.',
    again: 'Réessayer',
  },
  es: {
    loading: 'El español se está cargando …',
    english: 'Continuar en inglés',
    failed:
      'No se pudo cargar el español: quizá no hay conexión. Hasta entonces la página sigue en el idioma en que está.',
    again: 'Intentar de nuevo',
  },
};
