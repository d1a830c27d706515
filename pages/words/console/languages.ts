import type { Lang } from '../../../shared/schema/vocabulary.ts';
import type { Language } from './language-tags.ts';

/** What the console says while a language is loading, or if it cannot be loaded, in that language. */
export interface AwaitedWords {
  readonly loading: string;
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
  readonly awaited: AwaitedWords;
  /** Offers English instead. */
  readonly inEnglish: string | null;
}

/** The languages of the console. */
export const consoleLanguages = {
  en: {
    code: 'eng',
    name: 'English',
    beforeProgram:
      'This page is loading. If nothing else appears, load it again. It needs JavaScript and a current browser.',
    inEnglish: null,
    awaited: {
      loading: 'English is loading …',
      failed:
        'English could not be loaded: perhaps there is no connection. Until then the page stays in the language that it has now.',
      again: 'Try again',
    },
  },
  it: {
    code: 'ita',
    name: 'Italiano',
    beforeProgram:
      'La pagina si sta caricando. Se non appare altro, la ricarichi. Servono JavaScript e un browser attuale.',
    inEnglish: 'Continua in inglese',
    awaited: {
      loading: 'L’italiano si sta caricando …',
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
    inEnglish: 'Auf Englisch fortfahren',
    awaited: {
      loading: 'Deutsch wird geladen …',
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
    inEnglish: 'Continuer en anglais',
    awaited: {
      loading: 'Le français se charge …',
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
    inEnglish: 'Continuar en inglés',
    awaited: {
      loading: 'El español se está cargando …',
      failed:
        'No se pudo cargar el español: quizá no hay conexión. Hasta entonces la página sigue en el idioma en que está.',
      again: 'Intentar de nuevo',
    },
  },
} as const satisfies Readonly<Record<Language, ConsoleLanguage>>;
