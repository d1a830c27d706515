import { newWriting } from './intl-writing.ts';

export const italianWriting = newWriting('it', {
  days: (count, written) => (count === 1 ? '1 giorno' : `${written} giorni`),
  channels: {
    web: 'su un sito web',
    'web.form': 'con un modulo su un sito web',
    'web.social.login': 'con l’accesso tramite un social network',
    email: 'per e-mail',
    'app.form': 'con un modulo in un’app',
  },
});
