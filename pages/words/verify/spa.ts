import type { VerifyWords } from './eng.ts';

const unchanged = 'Nada ha cambiado desde que se firmó';
const besides = (open: number): string =>
  open === 0 ? '' : ` Además, ${open === 1 ? 'una comprobación queda' : `${open} comprobaciones quedan`} por valorar.`;

export const spanish: VerifyWords = {
  language: 'Idioma',
  title: 'Documento de prueba de un consentimiento',
  emptyTitle: 'Verificar el documento de prueba de un consentimiento',
  titleOf: (id) => `Documento de prueba del consentimiento ${id}`,
  verifying: 'Verificando …',
  cannotVerify:
    'Este navegador no puede verificar aquí un documento, así que no se sabe nada de él. Guarde esta página y ábrala desde su disco en un navegador más nuevo, o use la orden `consent-register evidence verify`.',
  todo: 'Qué hacer:',
  verdict: {
    valid: (whence) => ({
      heading: 'Válido',
      says: `${unchanged}, y usted conoce la clave que lo firmó por ${whence}. Esto prueba lo que dijo el registro, no que el sitio dijera la verdad al registro.`,
    }),
    doubtful: (whence, open) => ({
      heading: `Dudoso: ${open === 1 ? 'una cosa queda' : `${open} cosas quedan`} por valorar`,
      says: `${unchanged}, y usted conoce la clave que lo firmó por ${whence}. Pero lo que dice no concuerda en todo con lo que usted ha dado, o consigo mismo.`,
      todo: `Lea ${open === 1 ? 'la línea' : 'las líneas'} «Por valorar» en «Qué se ha comprobado». No se fíe del documento antes de aclarar ${open === 1 ? 'eso' : 'cada una'}.`,
    }),
    otherKey: (open) => ({
      heading: 'Sin cambios, pero no firmado con una clave que usted haya dado',
      says: `${unchanged}. Pero cualquiera puede hacer un documento así con una clave propia, y la clave que usted ha dado no firmó este. Si es la del registro, el registro no firmó este documento con ella.${besides(open)}`,
      todo: 'Pida al registro el archivo con todas sus claves, y délo abajo. Si la clave no está, no se fíe del documento.',
    }),
    withoutKey: (open) => ({
      heading: 'Sin cambios. Aún no se ha comprobado quién lo firmó.',
      says: `${unchanged}. Pero cualquiera puede hacer un documento así con una clave propia.${besides(open)}`,
      todo: 'Dé abajo la clave del registro: su archivo keys.json, o la huella de una carta. Pídala al operador del registro, no a quien le dio el documento. Hasta entonces no se fíe del documento.',
    }),
    refused: (places) => ({
      heading: 'Rechazado',
      says: `No se fíe de este documento. Falla en: ${places}. Esta página no muestra lo que dice el documento, porque alguien puede haberlo cambiado.`,
    }),
    ofItself: (heading) => `${heading}, dice esta página de sí misma`,
  },
  origin: {
    own: 'El documento de esta página, según la propia página',
    page: (name) => `El documento en ${name}; la página que lo rodea no se tuvo en cuenta`,
  },
  self: {
    strong: 'Esta página no puede responder de sí misma.',
    says: 'Quien cambia el documento puede cambiar también esta página, y hacerle decir cualquier cosa. Para estar seguro, pida `verify.html` y `keys.json` al operador del registro, o tómelos de otro lugar en que confíe. Abra `verify.html`, y arrastre a él este archivo y la clave del registro. Extrae el documento y no tiene en cuenta esta página.',
  },
  intake: {
    heading: 'Sus archivos',
    headingOfOwn: 'Compruébelo usted',
    says: 'Esta página comprueba si un documento firmado sobre un consentimiento se cambió, y si lo firmó una clave en que usted confía. Después muestra lo que dice el documento.',
    how: 'Elija los archivos, o arrástrelos a cualquier lugar de esta página. Se quedan en este equipo: la página no envía nada.',
    document: 'El documento (`.json` o `.html`)',
    anotherDocument: 'Otro documento (`.json` o `.html`)',
    keys: 'La clave del registro (`keys.json`)',
    thumbprint: 'O la huella de la clave, por ejemplo de una carta',
    thumbprintRule: 'Una huella tiene 64 cifras, de 0 a 9 y de a a f, o 43 caracteres.',
    log: 'Para la bitácora: puntos de control que usted ha conservado',
    whence:
      'Tome la clave o la huella de un lugar en que confíe, como el sitio del registro, un notario o una carta. No la tome de quien le dio el documento.',
    noKey: 'Aún no ha dado ninguna clave. Sin clave, esta página no puede comprobar quién firmó.',
    trustsThumbprint: (thumbprint) => `Usted confía en la clave con la huella ${thumbprint}.`,
    trustsKeys: (count, whence) => `Usted confía en ${count === 1 ? 'la clave' : `las ${count} claves`} de ${whence}.`,
    forLog: (names) => `Ha dado para la bitácora: ${names}.`,
    givenThumbprint: 'la huella que usted dio',
  },
  files: {
    unreadable: (name) => `${name} no se puede leer. No se ha verificado.`,
    tooLong: (name) => `${name} es demasiado largo para un documento o un archivo de claves. No se ha verificado.`,
    keysAsDocument: (name) =>
      `${name} es un archivo de claves, no un documento. Elíjalo como clave solo si confía en su origen.`,
    documentForLog: (name) => `${name} es un documento o una página, y nada para la bitácora. Elíjalo como documento.`,
    spareDocument: (name) => `Dé un documento cada vez: ${name} no se usó.`,
    spareKeys: (name) => `Dé un archivo de claves cada vez: ${name} no se usó.`,
  },
  keyFaults: {
    'too-long': (name) => `${name} no es un archivo de claves: es demasiado largo.`,
    form: (name) => `${name} no es un archivo de claves: no es JSON.`,
    document: (name) =>
      `${name} es un documento firmado. Tome el archivo de claves de otra fuente: la clave de un documento no prueba nada.`,
    private: (name) => `${name} tiene una clave privada. Dé la pública, y guarde la privada para usted.`,
    repeated: (name, member) =>
      `${name} tiene dos veces el miembro «${member}» en un objeto, así que no está claro cuál cuenta.`,
    'no-key': (name) => `${name} no tiene ninguna clave pública en la curva P-256 para firmar. Dé un JWK Set o un JWK.`,
    'no-point': (name) => `${name} tiene una clave dañada: no es un punto de la curva P-256.`,
    time: (name) => `${name} tiene una clave con una hora no válida: escriba «usedFrom» como 2026-11-22T10:00:00.000Z.`,
    kid: (name) => `${name} tiene una clave cuyo «kid» no es su huella: uno de los dos se cambió.`,
    'twice-times': (name) => `${name} tiene dos veces la misma clave, con tiempos de uso distintos.`,
    'log-keys': (name) => `${name} tiene «logKeys» que no son una lista de claves de la bitácora.`,
    'log-key': (name) => `${name} tiene una clave dañada de la bitácora: la forma en «logKeys» es <name>+<hash>+<key>.`,
  },
  onlyEnglish: 'Lo que sigue existe solo en inglés:',
  tools: {
    heading: 'Comprobarlo con otras herramientas',
    only: 'Guardar solo el documento, byte a byte:',
    save: (file) => `Guardar ${file}`,
    command: 'La línea de órdenes del registro:',
    library:
      'Cualquier biblioteca de JSON Web Signatures: el archivo es una JWS aplanada (RFC 7515) sin `payload`. El contenido es el miembro `statement` en JSON canónico (RFC 8785), en base64url. La firma es ES256. `docs/evidence-format.md` del registro tiene todas las reglas.',
    thumbprint: (thumbprint, kid) =>
      `La huella de la clave (RFC 7638) es \`${thumbprint}\`, como \`kid\` \`${kid}\`. Compárela con la que el registro publica.`,
    issued: (time) => `El documento se expidió el ${time}.`,
  },
};
