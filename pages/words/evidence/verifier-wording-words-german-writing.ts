import { newWriting } from './intl-writing.ts';

export const germanWriting = newWriting('de', {
  days: (count, written) => (count === 1 ? '1 Tag' : `${written} Tage`),
  channels: {
    web: 'auf einer Website',
    'web.form': 'mit einem Formular auf einer Website',
    'web.social.login': 'mit einer Anmeldung über ein soziales Netzwerk',
    email: 'per E-Mail',
    'app.form': 'mit einem Formular in einer App',
  },
});
