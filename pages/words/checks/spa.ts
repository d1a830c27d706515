import type { NamedCheckpoint, NamedTree, ToldEvent } from '../../../verifier/saying.ts';
import type { CheckWords, CheckWriting } from './check-words.ts';

/** Un número de hojas. */
const leaves = (size: number): string => (size === 1 ? '1 hoja' : `${size} hojas`);

const what = ({ event, version }: ToldEvent): string => {
  if (event === 'consent.revoked') return 'la retirada';
  if (event === 'consent.erased') return 'lo que queda del consentimiento suprimido';
  if (event !== 'notice.published') return 'el consentimiento';
  return version === null
    ? 'la publicación de una versión del aviso'
    : `la publicación de la versión ${version} del aviso`;
};

const tree = ({ size, whence }: NamedTree): string =>
  whence === null
    ? `el árbol de ${leaves(size)} del documento`
    : `el árbol de ${leaves(size)} que usted ha conservado (${whence})`;

const member = (name: string | null): string => (name === null ? 'La declaración' : `«${name}»`);

const named = {
  version: 'Según su archivo, el sitio había indicado la versión por su id.',
  pid: 'Según su archivo, el sitio había indicado el aviso por su número (PID), es decir, la versión vigente entonces.',
} as const;

const sources = {
  checkpoint: 'según el primer punto de control de este documento que lo contiene',
  kept: 'según el punto de control que usted ha conservado: el documento no tiene ninguno anterior',
} as const;

const wrong = 'Uno de los dos momentos es falso.';

/** Lo que dicen las comprobaciones. */
export const newSpanishChecks = ({ time: write, number, language }: CheckWriting): CheckWords => {
  const kept = ({ whence, size, time }: NamedCheckpoint): string =>
    `El punto de control que usted ha conservado (${whence}, ${leaves(size)}, ${write(time)})`;
  const whyLate = 'La bitácora iba con retraso, o el asiento entró en el registro más tarde de lo que dice.';
  const unproved = (told: ToldEvent): string => `El documento no prueba que la bitácora contenga ${what(told)}.`;
  return {
    'page-extracted': () => 'El documento se extrajo de una página. No se comprobó nada más de la página.',
    'page-broken': () => 'La página no contiene exactamente un documento intacto.',
    'json-ok': () => 'El archivo es JSON en UTF-8.',
    'json-mark': () => 'El archivo empieza con una marca de orden de bytes, que no está permitida.',
    'json-deep': ({ most }) => `El archivo anida más de ${most} objetos y listas.`,
    'json-not': () => 'El archivo no es JSON: está dañado, o no es un documento.',
    'json-surrogate': () => 'El texto tiene medio carácter (sustituto), imposible en UTF-8.',
    'json-not-utf8': () => 'El archivo no es UTF-8: está dañado, o no es un documento.',
    'json-large': ({ bytes }) => `El archivo tiene más de ${number(bytes)} bytes. Ningún documento es tan grande.`,
    'canonical-ok': () => 'El archivo tiene la única forma permitida (JSON canónico).',
    'canonical-cannot': () => 'El archivo tiene un texto o un número imposible en JSON canónico.',
    'canonical-around': () => 'Hay un espacio o un fin de línea antes o después del documento.',
    'canonical-differs': ({ at }) =>
      `En el carácter ${at} el archivo no tiene la única forma permitida (JSON canónico). Tiene un espacio, otro escape, otro orden, un miembro repetido o un número en otra forma.`,
    'document-ok': () => 'El documento tiene una cabecera, una firma y una declaración.',
    'document-members': ({ members, optional }) =>
      `El documento debe tener los miembros ${members.join(', ')}, quizá ${optional}, y ningún otro.`,
    'document-none': () => 'El archivo no es un documento de prueba: no tiene declaración.',
    'header-ok': () => 'La cabecera protegida es válida e indica la clave que contiene.',
    'header-damaged': () =>
      'La cabecera protegida no es válida para un documento: está dañada, o indica otra manera de firmar.',
    'header-form': () => 'La cabecera protegida no tiene la única forma permitida.',
    'header-other-key': () =>
      'La cabecera protegida indica una clave distinta de la que contiene: «kid» no es la huella de «jwk».',
    'header-no-key': () => 'La cabecera protegida no tiene una clave utilizable: no es un punto de la curva P-256.',
    'signature-ok': () => 'La clave de la cabecera hizo esta firma, para exactamente esta declaración.',
    'signature-form': () => 'La firma no son 64 bytes en base64url sin bits sobrantes.',
    'signature-unchecked': () => 'La firma no se puede comprobar, porque la cabecera protegida no es válida.',
    'signature-other': () => 'La clave de la cabecera no hizo esta firma para esta declaración.',
    'hash-ok': () => 'La parte corresponde a su huella.',
    'hash-other': () => 'La parte no corresponde a su huella: se cambió la parte o la huella.',
    'only-signature': () =>
      'Cada parte corresponde a su huella. O se cambió la firma o la cabecera, o alguien cambió una parte y volvió a calcular su huella.',
    'members-ok': () => 'La declaración tiene todos los miembros del formato, y ningún otro.',
    'members-newer': ({ given, format }) =>
      `La declaración tiene el formato «${given}», pero este verificador solo conoce «${format}». Use uno más nuevo, como el del registro que firmó.`,
    'member-unknown': (of) => `${member(of.member)} es un miembro que el formato no tiene.`,
    'member-missing': (of) => `${member(of.member)} falta.`,
    'member-form': (of) => `${member(of.member)} no tiene la forma que el formato exige.`,
    'member-inexact': (of) => `${member(of.member)} no es un número entero que todo programa lea con exactitud.`,
    'record-ok': () =>
      'El asiento indica el mismo consentimiento, el mismo proyecto y la misma versión, idioma y canal que las demás partes.',
    'record-other': () =>
      'El asiento y las demás partes indican consentimientos, proyectos, versiones, idiomas o canales distintos.',
    'record-times-ok': () => 'El asiento tiene los mismos momentos que las demás partes, al segundo.',
    'record-times-other': () =>
      'El asiento y las demás partes tienen momentos distintos, o se contradicen sobre la retirada.',
    'erased-not': () => 'El consentimiento no se ha suprimido.',
    'erased-ok': () => 'El consentimiento se suprimió: no quedan ni prueba ni datos de la persona.',
    'erased-left': () => 'El consentimiento se suprimió, pero su prueba o los datos de la persona siguen ahí.',
    'record-notice-ok': () => 'El asiento indica el aviso al que pertenece su versión.',
    'record-notice-other': (of) =>
      `El asiento indica el aviso ${of.named}, pero su versión pertenece al aviso ${of.pid}. La tabla del registro está dañada.`,
    'id-time-ok': () => 'La id del consentimiento tiene el momento en que se dio.',
    'id-time-other': ({ ofId, ofRecord }) =>
      `La id del consentimiento tiene el momento ${ofId}, pero su asiento ${ofRecord} (UTC). Uno de los dos se cambió en la tabla del registro.`,
    'origin-imported': () => 'El consentimiento se importó: este registro no observó cómo se dio.',
    'origin-own': () => 'El consentimiento no se importó.',
    'origin-both': () => 'El consentimiento se importó, pero el documento dice que este registro también lo observó.',
    'observed-times-ok': () => 'Cada observación tiene el mismo momento que el consentimiento o la retirada.',
    'observed-times-other': () =>
      'Una observación tiene un momento distinto del consentimiento o de la retirada a que pertenece.',
    'revoked-not': () => 'Nadie ha retirado el consentimiento.',
    'revoked-ok': () => 'El consentimiento se retiró, y el documento tiene la retirada y su momento.',
    'revoked-half': () => 'El documento tiene una retirada sin momento, o un momento sin retirada.',
    'observed-import': () => 'El consentimiento se importó: no hace falta una observación de este registro.',
    'observed-ok': () => 'El documento tiene lo que el registro observó.',
    'observed-missing': () =>
      'Falta lo que el registro observó del consentimiento o de la retirada, aunque el consentimiento no se importó.',
    'notice-hash-none': () => 'El documento no tiene texto, ni indica una huella calculada de él.',
    'notice-hash-ok': () => 'El texto de este documento tiene la huella indicada.',
    'notice-hash-other': () =>
      'El texto de este documento no tiene la huella indicada, o la declaración se equivoca sobre si las huellas coinciden.',
    'history-ok': () => 'La versión concuerda con la historia de su aviso.',
    'history-other': () => 'La versión no concuerda con la historia de su aviso.',
    'versions-ok': ({ count }) =>
      `La historia tiene ${count === 1 ? 'una versión' : `las versiones 1 a ${count}`} sin huecos, y cada una puso fin a la anterior. Solo la bitácora puede mostrar que no hubo otra posterior.`,
    'versions-gap': () =>
      'La historia del aviso tiene un hueco, o una versión que no puso fin a la anterior. La tabla del registro está dañada, o se estaba publicando una versión.',
    'text-ok': () =>
      'El texto es aquel en que se consintió: corresponde a las huellas guardadas con el consentimiento y con su versión.',
    'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
      const how = namedBy === null ? 'No se sabe cómo se indicó el aviso.' : named[namedBy];
      const published = `La versión se publicó el ${write(publishedAt)}`;
      const rest = isBefore
        ? `${published}, antes de que se diera el consentimiento el ${write(given)}. Que la persona consintió en este texto lo dice la importación.`
        : `${published}, después de que se diera el consentimiento el ${write(given)}: la persona no puede haber leído esta versión. Que consintió en el mismo texto lo dice la importación.`;
      return `El texto es el que indicó la importación: corresponde a las huellas guardadas con el consentimiento y con su versión. ${how} ${rest}`;
    },
    'text-gone': () =>
      'El registro ya no tiene el texto en que se consintió. Este documento prueba su huella, pero no sus palabras.',
    'text-other-version': () =>
      'El texto corresponde a la huella guardada con el consentimiento, pero no a la guardada con su versión.',
    'text-other': () =>
      'El texto de este documento no es aquel en que se consintió: no corresponde a la huella guardada con el consentimiento.',
    'text-not-compared': () => 'No se comparó, porque el registro ya no tiene el texto.',
    'language-ok': () => 'La versión tiene un texto en el idioma del consentimiento.',
    'language-none': ({ lang }) =>
      `La versión no tiene un texto en el idioma del consentimiento (${language(lang)}). No se sabe qué leyó la persona.`,
    'terms-ok': () => 'La versión y su texto indican los mismos idiomas y condiciones.',
    'terms-other': () =>
      'La versión y su texto indican idiomas o condiciones distintos: días de validez, días de conservación, o si se pide un consentimiento nuevo. La tabla del registro está dañada.',
    'times-ok': () => 'Los momentos concuerdan con el consentimiento, su versión, su retirada y su supresión.',
    'times-other': () => 'Los momentos no concuerdan con el consentimiento, su versión, su retirada y su supresión.',
    'state-ok': () => 'El estado consultado se deduce de los momentos.',
    'state-other': () => 'El estado consultado no se deduce de los momentos.',
    'state-now-ok': () => 'El estado en el momento de la expedición se deduce de los momentos.',
    'state-now-other': () => 'El estado en el momento de la expedición no se deduce de los momentos.',
    'issued-ok': () =>
      'La declaración se expidió después de que se diera el consentimiento. Los nombres de la cuenta, el proyecto, el aviso y los usuarios son los del momento de la expedición.',
    'issued-early': () =>
      'Según sus propios momentos, la declaración se expidió antes de que se diera el consentimiento.',
    'issued-at': ({ time }) => `La declaración se expidió el ${write(time)}.`,
    'issued-later': ({ time }) =>
      `El momento de la expedición, ${write(time)}, es posterior al reloj de este equipo. Uno de los dos es falso.`,
    'signer-known': ({ kid, whence }) => `La clave ${kid} se conoce por ${whence}.`,
    'signer-without-key': ({ thumbprint }) =>
      `No se sabe quién firmó: usted no ha dado ninguna clave. El documento tiene su propia clave, con la huella ${thumbprint}, pero cualquiera puede hacer una clave.`,
    'signer-other': ({ thumbprint, whence }) =>
      `No se sabe quién firmó: la clave con la huella ${thumbprint} no es de ${whence}. Cualquiera puede hacer una clave.`,
    'key-without-times': ({ whence, issuedAt }) =>
      `Usted conoce la clave por ${whence}, que no dice cuándo estuvo en uso. Juzgue si estaba en uso el ${write(issuedAt)}.`,
    'key-in-use': ({ from }) => `La clave estaba en uso cuando se expidió la declaración: desde el ${write(from)}.`,
    'key-not-in-use': ({ issuedAt, from }) =>
      `La declaración se expidió el ${write(issuedAt)}, pero la clave solo estuvo en uso desde el ${write(from)}.`,
    'log-none': () =>
      'Ninguna bitácora prueba este documento. Muestra lo que el registro decía en el momento de la expedición, pero no desde cuándo.',
    'log-has': ({ told, index, size }) =>
      `La bitácora tiene ${what(told)} como indica este documento: hoja ${index} de ${size}.`,
    'log-lacks': ({ told }) =>
      `La bitácora no tiene ${what(told)} como indica este documento: o se cambió después de entrar en la bitácora, o se cambió la prueba.`,
    'log-form': () => 'El miembro «log» no tiene la forma que el formato exige.',
    'log-twice': () =>
      'El documento tiene dos hojas para el mismo suceso, o la misma versión, y el mismo tamaño del árbol.',
    'log-place': ({ index, size }) => `Una hoja tiene el número ${index} en un árbol de ${leaves(size)}. No puede ser.`,
    'log-two-places': ({ first, index }) =>
      `El documento tiene dos lugares en la bitácora para el mismo suceso: ${first} y ${index}.`,
    'log-key-form': () => 'La clave de la bitácora en el documento no es una clave válida.',
    'log-stripped': ({ given }) =>
      `El documento no tiene bitácora, así que lo que usted ha dado no prueba nada: ${given.join(', ')}. Cualquiera puede quitar la bitácora de un documento. Pida al registro un documento con su bitácora.`,
    'log-key-other': ({ whence }) =>
      `${whence} no nombra la bitácora de este documento. Cualquiera puede hacer una bitácora, y puede ser distinta de la del registro.`,
    'log-two-histories': ({ one, other }) =>
      `La bitácora tiene dos historias: ${tree(one)} y ${tree(other)} no pueden ser ambos de una bitácora que solo crece, y su clave firmó los dos. Conserve el documento y todos los puntos de control.`,
    'missing-older': ({ told }) =>
      `${unproved(told)} Es anterior a la versión en que se consintió, y no puede poner fin al consentimiento.`,
    'missing-young': ({ told }) => `${unproved(told)} La bitácora lo añade un poco más tarde: pida un documento nuevo.`,
    'missing-due': ({ told, after }) =>
      `${unproved(told)} El documento se expidió más de ${after === 'hour' ? 'una hora' : '24 horas'} después, así que la bitácora debería tenerlo. No entró en la bitácora, o se quitó su prueba.`,
    'checkpoint-damaged': () =>
      'Un punto de control de la bitácora está dañado: no es una nota firmada con un nombre, un tamaño desde 1, una huella y las dos firmas de la bitácora.',
    'checkpoint-other-log': ({ origin }) =>
      `Un punto de control es de otra bitácora (${origin}) que la clave de la bitácora en el documento.`,
    'checkpoint-unsigned': ({ size, time }) =>
      `La clave de la bitácora no hizo las dos firmas del punto de control de ${leaves(size)} del ${write(time)}.`,
    'checkpoint-unchecked': ({ size, time }) =>
      `Este navegador no puede comprobar si la bitácora firmó el punto de control de ${leaves(size)} del ${write(time)}. Uno más nuevo sí puede.`,
    'checkpoint-ok': ({ log, size, time }) =>
      `La clave de la bitácora ${log} firmó el punto de control de ${leaves(size)} del ${write(time)}.`,
    'checkpoint-order': () =>
      'El documento tiene dos puntos de control del mismo tamaño, o uno mayor antes de uno menor.',
    'stamp-unchecked': ({ size }) =>
      `El punto de control de ${leaves(size)} tiene un sello de tiempo (RFC 3161), que aquí no se verifica: verifíquelo con \`openssl ts -verify\` (docs/log.md, Time stamps).`,
    'order-event': ({ size, time, told, happened }) =>
      `El punto de control de ${leaves(size)} es del ${write(time)}, pero contiene ${what(told)}, que es posterior: ${write(happened)}. ${wrong}`,
    'order-future': ({ size, time }) =>
      `El punto de control de ${leaves(size)} es del ${write(time)}, después del reloj de este equipo. No prueba ningún momento.`,
    'order-backwards': ({ size, time, smaller, later }) =>
      `El punto de control de ${leaves(size)} es del ${write(time)}, pero el de ${leaves(smaller)} es posterior: ${write(later)}. ${wrong}`,
    'log-late': ({ told, logged, by, happened }) =>
      `Solo se sabe que la bitácora tiene ${what(told)} desde el ${write(logged)} (${sources[by]}), aunque su propio momento es ${write(happened)}. ${whyLate}`,
    'since-kept': ({ told, time, whence }) =>
      `Nadie puede haber cambiado ${what(told)} desde el ${write(time)}, el momento del punto de control que usted ha conservado (${whence}).`,
    'since-register': ({ told, time, whence }) =>
      `El registro dice que nadie puede haber cambiado ${what(told)} desde el ${write(time)}. Usted conoce la clave de su bitácora por ${whence}.`,
    'since-document': ({ told, time }) =>
      `La bitácora de este documento tiene ${what(told)} desde el ${write(time)}. Pero usted no conoce la clave de esa bitácora, y cualquiera puede hacer una. El archivo de claves del registro tiene la clave de su bitácora.`,
    'kept-other-log': ({ whence, origin }) =>
      `${whence} es un punto de control de otra bitácora, ${origin}, y no se comparó.`,
    'kept-other-key': ({ whence }) =>
      `La bitácora de este documento tiene el mismo nombre que la de ${whence}, pero otra clave. Es otra bitácora, o se empezó de nuevo.`,
    'kept-unsigned': ({ whence }) =>
      `${whence} no se comparó, porque la clave de la bitácora del documento no lo firmó. Se cambió después de la firma, o es de otra bitácora.`,
    'kept-fork': ({ other, whence, size }) =>
      `La bitácora se reescribió: ${other ?? 'el documento'} y ${whence} tienen árboles distintos de ${leaves(size)}, y la clave de la bitácora firmó los dos. Conserve los dos.`,
    'kept-has': ({ size, whence, told }) =>
      `El punto de control de ${leaves(size)} que usted ha conservado (${whence}) contiene ${what(told)}.`,
    'kept-lacks': ({ size, whence, told }) =>
      `El punto de control de ${leaves(size)} que usted ha conservado (${whence}) no contiene ${what(told)} como indica este documento.`,
    'kept-afterwards': ({ kept: one, told, happened, index }) =>
      `${kept(one)} es posterior a esto: ${what(told)} (${write(happened)}), y no lo contiene. Entró en la bitácora solo después, como hoja ${index}. ${whyLate}`,
    'kept-unproved': ({ kept: one, told }) =>
      `${kept(one)} es posterior a esto: ${what(told)}. Pero el documento no prueba que la bitácora lo tenga.`,
    'kept-not-compared': ({ kept: one, told }) =>
      `${kept(one)} no se comparó con ${what(told)}, porque el documento no tiene su prueba. Pida un documento con una prueba para ${one.whence} (${leaves(one.size)}).`,
    'kept-older': ({ kept: one }) =>
      `${kept(one)} es anterior a los sucesos de este documento, y no prueba nada sobre ellos.`,
  };
};
