import type { CallWords } from './console-calls-words-words.ts';

const misunderstood =
  'La página y el servicio no se entienden: uno de los dos puede ser más reciente. Recargue la página. Si continúa, avise al operador.';
const signedOut = 'Su sesión ha terminado. Acceda de nuevo.';

export const spanish: CallWords = {
  waiting: 'Leyendo …',
  waitingLong: 'El servicio aún no ha respondido. Se sigue esperando …',
  stop: 'Detener',
  stopped: 'Usted detuvo la espera antes de la respuesta.',
  again: 'Reintentar',
  requestId: 'Id de la petición',
  failed: 'Algo ha fallado en esta página. Inténtelo de nuevo, o recargue la página.',
  problems: {
    'body.unreadable': misunderstood,
    'body.unsupported-media-type': misunderstood,
    'method.not-allowed': misunderstood,
    'answer.unexpected': misunderstood,
    'path.unknown':
      'El servicio no tiene lo que pide esta página: puede ser más antiguo que la página. Avise al operador.',
    'credentials.invalid': 'El correo o la contraseña no son correctos.',
    'token.missing': signedOut,
    'token.invalid': signedOut,
    'token.expired': signedOut,
    'session.ended': signedOut,
    'refresh-token.invalid': signedOut,
    'tokens.missing': signedOut,
    'account.consent-register-disabled':
      'Su cuenta no está configurada para el registro de consentimientos. Un operador puede configurarla.',
    'user.read-only': 'Usted puede leer, pero no modificar. Un operador puede darle permiso.',
    'consent.not-found':
      'Su cuenta no tiene ningún consentimiento con este id. Compruebe el id. El consentimiento puede haberse suprimido.',
    'notice.not-found': 'Su cuenta no tiene este aviso. Elija uno de la lista.',
    'idempotency-key.reused': 'En el mismo paso ya se había enviado otra cosa. Recargue la página y empiece de nuevo.',
    'body.too-large': 'Es demasiado largo para enviarlo. Acorte el texto.',
    'consent.too-large': 'Es demasiado largo para guardarlo. Acorte el texto.',
    'parameters.invalid': 'El servicio no acepta lo introducido. Corríjalo e inténtelo de nuevo.',
    'login.throttled': 'Ha habido demasiados intentos fallidos. Espere y vuelva a intentarlo.',
    'search.throttled':
      'Las búsquedas de su cuenta han leído demasiado en este minuto. Inténtelo de nuevo dentro de un minuto.',
    'service.fault': 'El servicio ha fallado. Inténtelo de nuevo. Si continúa, dé al operador el id de la petición.',
    'store.unavailable': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'connection.failed': 'No se puede acceder al servicio. Compruebe su red e inténtelo de nuevo.',
    'connection.timeout': 'El servicio no ha respondido a tiempo. Inténtelo de nuevo.',
  },
};
