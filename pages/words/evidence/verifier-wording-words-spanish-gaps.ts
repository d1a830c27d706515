import type { GapWords } from './page-words.ts';

export const spanishGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'El texto de la versión ya no está. Nadie puede mostrar a qué dio la persona su consentimiento.',
      mend: 'El operador restaura la tabla desde una copia de seguridad.',
    },
    'text-changed': {
      says: 'El texto conservado no es aquel al que se dio el consentimiento: su SHA-256 es otro.',
      mend: 'El operador restaura el texto desde una copia de seguridad y averigua quién modificó la tabla.',
    },
    erased: {
      says: 'Los datos personales del consentimiento se suprimieron. El registro ya no puede mostrar quién lo dio, ni cómo.',
      mend: 'No hay nada que hacer: la supresión fue intencionada.',
    },
    imported: {
      says: 'Se importó. El registro no estaba presente cuando se dio y no observó nada.',
      mend: 'El sitio registra él mismo sus consentimientos en este registro.',
    },
    'version-naming-unknown': {
      says: 'No se sabe si el sitio indicó la versión que mostró. Entonces el registro no lo anotaba, o el consentimiento se importó.',
      mend: 'El sitio envía como consentInformationVersionId el id de la versión que mostró. El registro anota que lo hizo.',
    },
    'version-named-by-pid': {
      says: 'El sitio indicó el aviso con su PID y, por tanto, no la versión que mostró. El registro tomó la versión que entonces era la actual.',
      mend: 'El sitio envía consentInformationVersionId: el id que information/get devuelve con el texto.',
    },
    'version-not-current': {
      says: 'Cuando se dio el consentimiento, la versión actual del aviso era otra.',
      mend: 'El sitio solicita el aviso cada pocos minutos. Si un formulario muestra una versión anterior, lo muestra de nuevo.',
    },
    'language-without-text': {
      says: 'La versión no tiene texto en el idioma que indicó el sitio.',
      mend: 'El sitio envía como lang el idioma del texto que mostró. O bien el operador publica una versión con un texto en este idioma.',
    },
    'form-unknown': {
      says: 'La prueba no muestra qué vio e hizo la persona.',
      mend: 'El sitio envía como proof[html] el formulario tal como se mostró, o como proof[mail] el texto del correo.',
    },
    'page-unknown': {
      says: 'La prueba no dice en qué página dio la persona su consentimiento.',
      mend: 'El sitio envía como proof[url] la dirección de la página, o de la pantalla de la aplicación.',
    },
    'browser-unknown': {
      says: 'Nada indica desde dónde dio la persona su consentimiento. Ningún navegador llamó al registro: como mucho vio el servidor del sitio.',
      mend: 'El sitio envía como proof[ip_address] y proof[user_agent] la dirección y el agente de usuario de la petición de la propia persona. Basta uno de los dos.',
    },
    'email-unconfirmed': {
      says: 'Nada muestra que el buzón sea de la persona: cualquiera pudo escribir esta dirección de correo electrónico.',
      mend: 'El sitio pide una confirmación por correo electrónico (doble opt-in) antes de registrar el consentimiento y envía como proof[email_confirmed_at] cuándo llegó.',
    },
    'person-unidentified': {
      says: 'Los datos no distinguen a nadie: como mucho hay un nombre, y otros pueden tener el mismo.',
      mend: 'El sitio envía en userData una dirección de correo electrónico, un número de teléfono, un número fiscal o un número propio.',
    },
  },
  languages: (named, has) => `Indicó: ${named}; la versión tiene textos en: ${has}.`,
  none: 'No falta nada de lo que el registro busca.',
  heading: 'Qué lo haría más sólido',
  remark:
    'El registro busca lo que hace más sólido un consentimiento como prueba. Esta lista no dice si el consentimiento es lícito.',
};
