import { newWriting } from './intl-writing.ts';

export const spanishWriting = newWriting('es', {
  days: (count, written) => (count === 1 ? '1 día' : `${written} días`),
  channels: {
    web: 'en un sitio web',
    'web.form': 'con un formulario en un sitio web',
    'web.social.login': 'con el acceso mediante una red social',
    email: 'por correo electrónico',
    'app.form': 'con un formulario en una aplicación',
  },
});
