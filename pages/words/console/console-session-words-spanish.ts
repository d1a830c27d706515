import type { SessionWords } from './console-session-words-words.ts';

export const spanish: SessionWords = {
  heading: 'Acceso',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  show: 'Mostrar',
  hide: 'Ocultar',
  keep: 'Mantener la sesión mientras esta pestaña esté abierta, también al recargar la página',
  signIn: 'Acceder',
  signingIn: 'Accediendo …',
  signOut: 'Salir',
  reader: 'solo lectura',
  wrong: 'El correo o la contraseña no son correctos. Un usuario desactivado tampoco puede acceder.',
  throttled: 'Ha habido demasiados intentos fallidos de acceso.',
  wait: (time) => `Podrá volver a intentarlo dentro de ${time}.`,
  waitOver: 'Ya puede volver a intentarlo.',
  why: {
    left: 'Ha salido de la sesión.',
    idle: 'La sesión se cerró tras 15 minutos sin actividad. Acceda para seguir donde estaba.',
    refused: 'Su sesión ha terminado. Acceda para seguir donde estaba.',
    copied: 'Esta pestaña es una copia de otra, en la que su sesión sigue abierta. Acceda también aquí o siga allí.',
  },
  idleHeading: '¿Sigue ahí?',
  idleWarning: 'Hace un rato que no ocurre nada. Esta página muestra datos personales, por eso se cierra sola.',
  idleRemaining: (time) => `La sesión se cerrará dentro de ${time}.`,
  stay: 'Seguir en la sesión',
};
