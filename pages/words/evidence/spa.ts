import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { CheckName } from '../../../verifier/verification.ts';
import { newSpanishSince } from '../checks/spa.ts';
import type { EvidenceWords } from './eng.ts';
import type { NamedSpan, Standing } from './intl-writing.ts';
import { capitalise, newWriting } from './intl-writing.ts';
import { readerRegion } from './zoned-time.ts';

const spanishWriting = newWriting(readerRegion('es'), {
  days: (count, written) => (count === 1 ? '1 día' : `${written} días`),
  operator: (by) => `operador (${by})`,
  channels: {
    web: 'en un sitio web',
    'web.form': 'con un formulario en un sitio web',
    'web.social.login': 'con el acceso mediante una red social',
    email: 'por correo electrónico',
    'app.form': 'con un formulario en una aplicación',
  },
  received: {
    telephone: 'por teléfono',
    letter: 'por carta',
    'in-person': 'en persona',
    fax: 'por fax',
    other: 'de otra manera',
  },
  orOtherwise: '(o de otra manera: la prueba se borró)',
  noted: (how, by) => (by === null ? `${how}, según se anotó` : `${how}, según anotó ${by}`),
  notedInFile: (how) => `${how}, según el archivo importado`,
  user: (id) => `el usuario ${id}`,
});

const { days, operator, time: write, moment, isUtc, clock, span: writeSpan, how, number } = spanishWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'en vigor',
  ended: 'sin vigor',
  none: 'aún no dado',
};

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'en' : 'el'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` el ${write(time)}`);

const by = (arrival: Arrival | null): string => (arrival === null ? 'por un canal desconocido' : how(arrival));

const whileOpen = (isOpen: boolean): string => (isOpen ? ', hasta donde se sabe ahora' : '');

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consentimiento implícito',
  ExpressedConsent: 'consentimiento expreso',
  ExplicitlyExpressedConsent: 'consentimiento explícito',
};

const names: Readonly<Record<CheckName, string>> = {
  json: 'formato del archivo',
  canonical: 'escritura canónica',
  document: 'documento',
  header: 'cabecera',
  signature: 'firma',
  contents: 'contenidos',
  text: 'texto del aviso',
  language: 'idioma del texto',
  versions: 'versiones del aviso',
  events: 'acontecimientos',
  signer: 'firmante',
  'key-times': 'período de uso de la clave',
  log: 'bitácora',
  'log-missing': 'no probado por la bitácora',
  'log-checkpoint': 'punto de control de la bitácora',
  'log-key': 'clave de la bitácora',
  'log-late': 'llegó tarde a la bitácora',
  'log-kept': 'punto de control conservado',
};

export const spanish: EvidenceWords = {
  writing: spanishWriting,
  state: {
    heads: {
      none: 'Aún no dado',
      active: 'En vigor',
      revoked: 'Retirado',
      expired: 'Caducado',
      superseded: 'Sustituido',
      erased: 'Suprimido',
    },
    next: 'después',
    headAt: (span, head) => `${capitalise(onSpan(span))}: ${head}`,
    headNow: (head) => `Ahora: ${head}`,
    causes: {
      none: (given) => `se dio${noted(given)}`,
      active: (given) => `dado${noted(given)}`,
      revoked: (time, arrival) => `retirado${noted(time)} ${by(arrival)}`,
      expired: (time, said) =>
        `${said.isToCome ? 'caduca' : 'caducado'}${noted(time)} (${days(said.days)} después de darse)`,
      superseded: (time, version) =>
        `sustituido${time === null ? '' : ` desde el ${write(time)}`}: la versión ${version ?? '?'} del aviso vuelve a pedir el consentimiento`,
      erased: (time) => `suprimido${noted(time)}`,
    },
    afterwards: (ending, later) => `${ending}; después ${later}`,
    now: ({ given, cause, isBeside }) => {
      const says = cause === null ? `en vigor desde el ${write(given)}.` : `sin vigor: ${cause}.`;
      return isBeside ? `Ahora: ${says}` : capitalise(says);
    },
    at: ({ span, standing, cause, isOpen }) =>
      `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
    during: ({ span, phases, isOpen }) =>
      `${capitalise(onSpan(span))} hubo un cambio${whileOpen(isOpen)}: ${phases.join('; ')}.`,
    firstPhase: (standing, cause) => `al principio ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    laterPhase: (standing, { time, isClock }, cause) =>
      `${standings[standing]} desde ${isClock ? `las ${clock(time)}` : `el ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Nada le pone fin, salvo la retirada.',
    expires: (time, validity) => `Caduca el ${write(time)}, ${days(validity)} después de darse, si no se retira antes.`,
  },
  timeline: {
    published: (version) => `Se publicó la versión ${version} del aviso.`,
    publishedAskingAgain: (version) =>
      `Se publicó la versión ${version} del aviso: vuelve a pedir el consentimiento a todos.`,
    publishedAskingNobody: (version) =>
      `Se publicó la versión ${version} del aviso: no vuelve a pedir el consentimiento a nadie, así que este consentimiento quedó como estaba.`,
    given: (version, arrival) => `El consentimiento a la versión ${version} del aviso se dio ${how(arrival)}.`,
    expires: (version, validity) => `El consentimiento caduca: la versión ${version} vale por ${days(validity)}.`,
    superseded: 'El consentimiento queda sustituido: una versión posterior vuelve a pedirlo.',
    revoked: (arrival) => `El consentimiento se retiró ${by(arrival)}.`,
    imported: 'El consentimiento se importó: el registro no estaba presente cuando se dio.',
    erased: 'Los datos personales del consentimiento se suprimieron.',
    asked: (span) => `Empieza el período consultado: ${writeSpan(span)}.`,
    toCome: (says) => `En el futuro: ${says}`,
  },
  facts: {
    names: {
      consent: 'consentimiento',
      account: 'cuenta',
      project: 'proyecto',
      notice: 'aviso',
      channel: 'canal',
      language: 'idioma',
      noticeNamedBy: 'aviso indicado con',
      time: 'hora',
      user: 'usuario',
      address: 'dirección de internet',
      program: 'programa',
      session: 'sesión',
      request: 'petición',
      source: 'origen',
      line: 'línea',
      imported: 'importado',
      given: 'dado',
    },
    notice: ({ title, name, version, pid }) =>
      title === null
        ? `${name}, versión ${version} (número ${pid})`
        : `${title}, versión ${version} (${name}, número ${pid})`,
    nothingThere: 'No hay nada.',
    erasedOn: (time) => `Supresión: ${moment(time)}.`,
    namings: {
      version: 'el id de la versión',
      pid: 'su número (PID), que vale por la versión que entonces era la actual',
    },
    notKnown: 'no se sabe cómo',
    unknownChannel: 'desconocido',
    erased: 'suprimido',
    noProgram: 'no se envió ninguno',
    userGone: 'ya no existe',
    time: moment,
    importedBy: (time, by) => `${moment(time)} por el ${operator(by)}`,
    givenInFile: (time) => `${moment(time)}, según el archivo importado`,
  },
  notice: {
    names: {
      version: 'versión',
      published: 'publicada',
      notCurrent: 'no actual',
      languages: 'idiomas',
      hash: 'SHA-256',
      check: 'comprobación',
      hashOfVersion: 'SHA-256 de la versión',
      hashNow: 'SHA-256 del texto de ahora',
    },
    version: (version, id) => `${version}, id ${id}`,
    published: ({ at, by, until }) =>
      `${moment(at)} por el ${operator(by)}; ${until === null ? 'era la actual cuando se expidió esto' : `fue la actual hasta el ${write(until)}`}`,
    notCurrent: 'no era la versión actual cuando se dio el consentimiento',
    noHash: 'ninguno',
    checks: {
      gone: 'NO SE PUEDE COMPROBAR: el texto ya no está',
      same: 'el texto es aquel al que se dio el consentimiento: su SHA-256 es el mismo',
      sameAsImported:
        'el texto es el que indicó la importación: su SHA-256 es el mismo. Que la persona consintió a este texto lo dice el archivo importado',
      publishedLater:
        'EL TEXTO SE PUBLICÓ DESPUÉS DE DARSE EL CONSENTIMIENTO. La importación lo indicó; no se sabe qué leyó la persona',
      other: 'EL TEXTO NO ES AQUEL AL QUE SE DIO EL CONSENTIMIENTO: su SHA-256 es otro',
    },
    gone: 'El texto ya no está: la tabla está dañada. Restáurela desde una copia de seguridad. Para comprobar una copia del texto, compare su SHA-256 con el del aviso.',
    missing: (lang, has) =>
      `La versión no tiene texto en el idioma que indicó el sitio: ${lang}. Tiene textos en: ${has}. No se sabe qué leyó la persona.`,
  },
  terms: {
    names: {
      validity: 'validez',
      askAgain: 'vuelve a pedir el consentimiento',
      retentionDays: 'se conserva',
      controller: 'responsable del tratamiento',
      purposes: 'fin',
      recipients: 'destinatario',
      personalData: 'datos personales',
      processing: 'tratamiento',
      dataSources: 'origen de los datos',
      storageLocations: 'lugar de conservación',
      storagePeriod: 'plazo de conservación',
      processingLocations: 'lugar del tratamiento',
      jurisdictions: 'derecho aplicable',
      lawfulBasis: 'base jurídica',
      consentType: 'tipo de consentimiento',
      withdrawal: 'retirada',
      rights: 'derecho',
      authority: 'autoridad de control',
    },
    noLimit: 'sin límite',
    validity: days,
    retention: (count) => `${days(count)} después de su fin`,
    yes: 'sí',
    no: 'no',
    flags: { optional: 'opcionales', sensitive: 'sensibles', special: 'categoría especial' },
    article: ({ number, paragraph, letter }) =>
      `artículo ${number}${paragraph === undefined ? '' : `, apartado ${paragraph}`}${letter === undefined ? '' : `, letra ${letter})`} del RGPD`,
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? (consentTypes[type] ?? type) : type),
  },
  gaps: {
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
        mend: 'El sitio envía el id de la versión que mostró (consentInformationVersionId). El registro anota que lo hizo.',
      },
      'version-named-by-pid': {
        says: 'El sitio indicó el aviso con su número (PID) y, por tanto, no la versión que mostró. El registro tomó la versión que entonces era la actual.',
        mend: 'El sitio envía el id que recibió con el texto (consentInformationVersionId, de information/get).',
      },
      'version-not-current': {
        says: 'Cuando se dio el consentimiento, la versión actual del aviso era otra.',
        mend: 'El sitio solicita el aviso cada pocos minutos. Si un formulario muestra una versión anterior, lo muestra de nuevo.',
      },
      'language-without-text': {
        says: 'La versión no tiene texto en el idioma que indicó el sitio.',
        mend: 'El sitio envía el idioma del texto que mostró (lang). O bien el operador publica una versión con un texto en este idioma.',
      },
      'form-unknown': {
        says: 'La prueba no muestra qué vio e hizo la persona.',
        mend: 'El sitio envía el formulario tal como se mostró, o el texto del correo (proof[html] o proof[mail]).',
      },
      'page-unknown': {
        says: 'La prueba no dice en qué página dio la persona su consentimiento.',
        mend: 'El sitio envía la dirección de la página, o de la pantalla de la aplicación (proof[url]).',
      },
      'browser-unknown': {
        says: 'Nada indica desde dónde dio la persona su consentimiento. Ningún navegador llamó al registro: como mucho vio el servidor del sitio.',
        mend: 'El sitio envía la dirección y el agente de usuario de la petición de la propia persona, o uno de los dos (proof[ip_address], proof[user_agent]).',
      },
      'email-malformed': {
        says: 'Esta dirección de correo electrónico no lo es: ningún mensaje puede llegar por ella a la persona.',
        mend: 'El sitio comprueba la dirección antes de enviarla y vuelve a preguntar a la persona.',
      },
      'email-unconfirmed': {
        says: 'Nada muestra que el buzón sea de la persona: cualquiera pudo escribir esta dirección de correo electrónico.',
        mend: 'El sitio pide una confirmación por correo electrónico (doble opt-in) antes de registrar el consentimiento y envía cuándo llegó (proof[email_confirmed_at]).',
      },
      'person-unidentified': {
        says: 'Los datos no distinguen a nadie: como mucho hay un nombre, y otros pueden tener el mismo.',
        mend: 'El sitio envía una dirección de correo electrónico, un número de teléfono, un número fiscal o un número propio (userData).',
      },
    },
    noted: {
      'form-unknown':
        'Guarde el papel o la grabación donde dice la referencia. La próxima vez anote también las palabras de la persona.',
      'page-unknown': 'No llegó desde una página, así que no hay ninguna que enviar.',
      'browser-unknown': 'No llegó desde un navegador, así que no hay ninguno que indicar.',
      'email-unconfirmed': 'Escriba a esta dirección de correo, y guarde la respuesta con el papel o la grabación.',
    },
    languages: (named, has) => `Indicó: ${named}; la versión tiene textos en: ${has}.`,
    none: 'No falta nada de lo que el registro busca.',
    heading: 'Qué lo haría más sólido',
    remark:
      'El registro busca lo que hace más sólido un consentimiento como prueba. Esta lista no dice si el consentimiento es lícito.',
  },
  markup: {
    looks: (name) => `Cómo se veía: ${name}`,
    source: (name) => `Cómo está escrito: ${name}`,
    asWritten: 'Cómo está escrito',
    leftOut: (list) =>
      list === ''
        ? 'No se ha quitado nada. Los campos no se pueden usar.'
        : `Para que nada se ejecute ni se cargue, se ha quitado: ${list}. Los campos no se pueden usar.`,
    tooLong: 'Es demasiado largo o está demasiado anidado para mostrarlo como se veía.',
  },
  parts: {
    given: 'Quién, cuándo y cómo',
    said: 'Qué declaró el sitio',
    saidRemark: 'El registro lo conserva tal como llegó. No puede saber si es cierto.',
    person: 'Sobre la persona',
    observed: 'Qué observó el registro',
    observedRemark:
      'El registro lo anotó cuando llegó la llamada. La dirección y el programa son los de quien llamó. A menudo es el servidor del sitio. Los nombres son los del momento de la expedición.',
    origin: 'De dónde procede',
    importRemark: 'El consentimiento se importó. El registro no estaba presente cuando se dio y no observó nada de él.',
    elsewhere: 'Qué observó otro registro, según el archivo',
    elsewhereRevoked: 'Lo mismo sobre la retirada',
    text: 'El texto al que se dio el consentimiento',
    textOfImport: 'El texto que indicó la importación',
    ofText: 'Qué se sabe de este texto',
    otherText: 'El texto no es aquel al que se dio el consentimiento: su huella es otra.',
    proof: 'La prueba',
    proofRemark: 'Tal como la aportó el sitio. Los caracteres que nadie ve se escriben como \\u{…}.',
    revocation: 'La retirada',
    proofOfRevocation: 'La prueba de la retirada',
    timeline: 'Qué ocurrió',
    erasure: 'La supresión',
    erasedOn: (time) =>
      `Los datos personales del consentimiento se suprimieron el ${moment(time)}: los datos de la persona, las pruebas, las direcciones y los programas. Lo que queda muestra que hubo un consentimiento y cómo terminó.`,
  },
  texts: {
    theText: 'el texto',
    source: 'Cómo está escrito el texto',
    none: 'No hay texto en este idioma.',
    in: 'En',
    others: 'La misma versión en otros idiomas',
    folded: (name, characters) => `${name} (${number(characters)} caracteres)`,
  },
  history: {
    heading: 'Versiones del aviso',
    columns: {
      version: 'Versión',
      published: 'Publicada',
      by: 'Por',
      until: 'Actual hasta',
      askAgain: 'Vuelve a pedir el consentimiento',
    },
    agreedTo: (version) => `${version} (la del consentimiento)`,
    current: 'actual en el momento de la expedición',
  },
  question: {
    heading: 'Si el consentimiento estaba en vigor',
    label: 'En otro momento (UTC), por ejemplo 2026-11-22 o 2026-11-22T14:30',
    rule: 'Debe ser un mes, un día o una hora en UTC, por ejemplo 2026-11, 2026-11-22 o 2026-11-22T14:30.',
    remark: (issuedAt) =>
      `«Ahora» es el momento en que se expidió el documento: ${moment(issuedAt)}. El documento no sabe qué ocurrió después. ${isUtc ? 'Todas las horas son UTC.' : 'Los días y los meses son los de UTC; las horas son las de su reloj, con UTC al lado.'}`,
  },
  checks: {
    heading: 'Qué se ha comprobado',
    marks: { holds: 'Superada', fails: 'No superada', asks: 'Por valorar', notes: 'Nota' },
    count: ({ held, failed, open, notes }) =>
      `${[
        held === 1 ? '1 comprobación superada' : `${held} comprobaciones superadas`,
        failed === 0 ? 'ninguna no superada' : `${failed} no ${failed === 1 ? 'superada' : 'superadas'}`,
        ...(open === 0 ? [] : [`${open} por valorar`]),
        ...(notes === 0 ? [] : [notes === 1 ? '1 nota' : `${notes} notas`]),
      ].join(', ')}. Los detalles están en inglés.`,
    every: 'Todas las comprobaciones superadas',
    names,
    since: newSpanishSince(moment),
  },
};
