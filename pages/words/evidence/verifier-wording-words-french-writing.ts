import { newWriting } from './intl-writing.ts';

export const frenchWriting = newWriting('fr', {
  days: (count, written) => (count === 1 ? '1 jour' : `${written} jours`),
  channels: {
    web: 'sur un site web',
    'web.form': 'avec un formulaire sur un site web',
    'web.social.login': 'avec une connexion par un réseau social',
    email: 'par e-mail',
    'app.form': 'avec un formulaire dans une application',
  },
  mend: (date) => date.replace(/^1 /, '1er '),
});
