import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import { spanishWriting } from './verifier-wording-words-spanish-writing.ts';

const { days, time: write } = spanishWriting;

export const spanishFacts: FactWords = {
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
  notice: ({ name, version, pid }) => `${name}, versión ${version} (PID ${pid})`,
  nothingThere: 'No hay nada.',
  erasedOn: (time) => `Supresión: ${write(time)} UTC.`,
  namings: {
    version: 'el id de la versión',
    pid: 'su PID, que vale por la versión que entonces era la actual',
  },
  notKnown: 'no se sabe cómo',
  unknownChannel: 'desconocido',
  erased: 'suprimido',
  noProgram: 'no se envió ninguno',
  userGone: 'ya no existe',
  time: (time) => `${write(time)} UTC`,
  importedBy: (time, by) => `${write(time)} UTC por ${by}`,
  givenInFile: (time) => `${write(time)} UTC, según el archivo importado`,
};

export const spanishNotice: NoticeWords = {
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
    `${write(at)} UTC por ${by}; ${until === null ? 'era la actual cuando se emitió esto' : `fue la actual hasta el ${write(until)}`}`,
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
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consentimiento implícito',
  ExpressedConsent: 'consentimiento expreso',
  ExplicitlyExpressedConsent: 'consentimiento explícito',
};

export const spanishTerms: TermWords = {
  names: {
    validity: 'validez',
    askAgain: 'vuelve a pedir el consentimiento',
    retention: 'se conserva',
    controller: 'responsable del tratamiento',
    purpose: 'fin',
    recipient: 'destinatario',
    personalData: 'datos personales',
    processing: 'tratamiento',
    dataSource: 'origen de los datos',
    storageLocation: 'lugar de conservación',
    storagePeriod: 'plazo de conservación',
    processingLocation: 'lugar del tratamiento',
    jurisdiction: 'derecho aplicable',
    lawfulBasis: 'base jurídica',
    consentType: 'tipo de consentimiento',
    withdrawal: 'retirada',
    right: 'derecho',
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
  consentType: (type) => (Object.hasOwn(consentTypes, type) ? `${consentTypes[type]} (${type})` : type),
};
