import type { SessionWords } from './console-session-words-words.ts';

export const italian: SessionWords = {
  heading: 'Accesso',
  email: 'E-mail',
  password: 'Password',
  showPassword: 'Mostra la password',
  show: 'Mostra',
  hide: 'Nascondi',
  keep: 'Resta connesso finché questa scheda è aperta, anche quando la pagina viene ricaricata',
  signIn: 'Accedi',
  signingIn: 'Accesso in corso …',
  signOut: 'Esci',
  reader: 'sola lettura',
  wrong: 'L’e-mail o la password non è corretta. Anche un utente disabilitato non può accedere.',
  throttled: 'Ci sono stati troppi tentativi di accesso falliti.',
  wait: (time) => `Potrà riprovare tra ${time}.`,
  waitOver: 'Ora può riprovare.',
  why: {
    left: 'La sessione è stata chiusa.',
    idle: 'La sessione è stata chiusa dopo 15 minuti di inattività. Acceda per riprendere da dove era.',
    refused: 'La sessione è terminata. Acceda per riprendere da dove era.',
    copied: 'Questa scheda è la copia di un’altra, in cui la sessione continua. Acceda anche qui, oppure prosegua lì.',
  },
  idleHeading: 'È ancora qui?',
  idleWarning: 'Da un po’ non succede nulla. Questa pagina mostra dati personali, perciò si chiude da sola.',
  idleRemaining: (time) => `La sessione si chiuderà tra ${time}.`,
  stay: 'Resta connesso',
};
