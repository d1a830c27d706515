import type { Lang } from '../../../shared/schema/vocabulary.ts';

/** What the console says while a language is loading, or if it cannot be loaded, in that language. */
export interface AwaitedWords {
  readonly loading: string;
  readonly english: string;
  readonly failed: string;
  readonly again: string;
}

/** A language of the console, and what it says before its file is there. */
interface ConsoleLanguage {
  /** ISO 639-3, as notices name it; also the name of the files with its words. */
  readonly code: Lang;
  /** In the language itself. */
  readonly name: string;
  /** The text of the page until its program runs: if the program is missing, it cannot report that. */
  readonly beforeProgram: string;
  /** English is part of the program. */
  readonly awaited?: AwaitedWords;
}

/** The languages of the console, by their tags (BCP 47). */
export const consoleLanguages = {
  en: {
    code: 'eng',
    name: 'English',
    beforeProgram:
      'This page is loading. If nothing else appears, load it again. It needs JavaScript and a current browser.',
  },
  it: {
    code: 'ita',
    name: 'Italiano',
    beforeProgram:
      'La pagina si sta caricando. Se non appare altro, la ricarichi. Servono JavaScript e un browser attuale.',
    awaited: {
      loading: 'L’italiano si sta caricando …',
      english: 'Continua in inglese',
      failed:
        'L’italiano non si è potuto caricare: forse manca la rete. Fino ad allora la pagina resta nella lingua in cui è ora.',
      again: 'Riprova',
    },
  },
  de: {
    code: 'deu',
    name: 'Deutsch',
    beforeProgram:
      'Diese Seite wird geladen. Erscheint nichts anderes, laden Sie sie neu. Sie braucht JavaScript und einen aktuellen Browser.',
    awaited: {
      loading: 'Deutsch wird geladen …',
      english: 'Auf Englisch fortfahren',
      failed:
        'Deutsch konnte nicht geladen werden: Vielleicht fehlt die Verbindung. Bis dahin bleibt die Seite in der Sprache, in der sie jetzt ist.',
      again: 'Noch einmal versuchen',
    },
  },
  fr: {
    code: 'fra',
    name: 'Français',
    beforeProgram:
      'La page se charge. Si rien d’autre n’apparaît, rechargez-la. Il faut JavaScript et un navigateur récent.',
    awaited: {
      loading: 'Le français se charge …',
      english: 'Continuer en anglais',
      failed:
        'Le français n’a pas pu être chargé : il n’y a peut-être pas de connexion. D’ici là, la page reste dans la langue où elle est.',
      again: 'Réessayer',
    },
  },
  es: {
    code: 'spa',
    name: 'Español',
    beforeProgram:
      'La página se está cargando. Si no aparece nada más, vuelva a cargarla. Hacen falta JavaScript y un navegador actual.',
    awaited: {
      loading: 'El español se está cargando …',
      english: 'Continuar en inglés',
      failed:
        'No se pudo cargar el español: quizá no hay conexión. Hasta entonces la página sigue en el idioma en que está.',
      again: 'Intentar de nuevo',
    },
  },
} as const satisfies Readonly<Record<string, ConsoleLanguage>>;

export type Language = keyof typeof consoleLanguages;

/** A language that is a file of its own. */
export type LoadedLanguage = Exclude<Language, 'en'>;

export const languageTags = Object.keys(consoleLanguages) as Language[];
