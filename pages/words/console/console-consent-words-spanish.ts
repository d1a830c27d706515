import type { ConsentWords } from './console-consent-words-words.ts';

export const spanish: ConsentWords = {
  title: 'Consentimiento',
  verifying: 'Verificando …',
  cannotVerify:
    'Este navegador no puede verificar el documento aquí, así que la página no muestra nada de él. Abra la página por https, en un navegador reciente.',
  askedTime: 'En otro momento (UTC)',
  askedKind: 'Día, mes u hora',
  timeKinds: { day: 'Día', month: 'Mes', time: 'Día y hora' },
  show: 'Mostrar',
  now: 'Ahora',
  who: 'Quién consintió, y a qué',
  given: 'Dado',
  agreedTo: 'Consintió a',
  actions: 'Qué puede hacer',
  person: 'Todos los consentimientos de esta persona',
  revoke: 'Retirar este consentimiento',
  version: 'Esta versión del aviso',
  saidAndSeen: 'Lo que dijo el sitio y lo que observó el registro',
  evidence: {
    heading: 'Documento de prueba',
    says: 'El documento firmado tiene todo lo que muestra esta página, y más. Quien lo tiene puede verificarlo sin este registro.',
    save: 'Guardar el documento',
    savePage: 'Guardar como página',
    savePageFailed:
      'No se pudo hacer la página: falta la conexión, o la consola es ahora más nueva. El documento se puede guardar igualmente.',
    signedFor: (span) =>
      `El documento se firmó con la respuesta para ${span}. También dice el estado en cualquier otro momento.`,
    signedForNow:
      'El documento se firmó con la respuesta para ahora. También dice el estado en cualquier otro momento.',
    sign: 'Pedir que se firme para el momento que pregunta',
    print: 'Imprimir esta página',
    unchanged: 'Sin cambios desde que se firmó',
    trust:
      'Su navegador comprobó la firma y cada parte. Recibió el documento, con la clave dentro, del registro en el que ha iniciado sesión. Eso no prueba de quién es la clave: compare la huella con la que el operador publicó en otro lugar.',
    open: (count) =>
      count === 1
        ? 'Hay una cosa que debe juzgar usted: vea abajo.'
        : `Hay ${count} cosas que debe juzgar usted: vea abajo.`,
    thumbprint: 'Huella de la clave',
    keyId: 'Id de la clave',
    issued: 'Expedido',
    handOn: 'Cómo entregarlo',
    verifyWith:
      'Quien tiene el archivo y la clave lo verifica con esta orden, o arrastra ambos a la página verify.html:',
    asPage:
      '«Guardar como página» hace un archivo que cualquier navegador abre sin red: muestra el documento y lo verifica, en inglés. El operador hace lo mismo con este comando:',
    refused: 'Rechazado',
    refusedSays: (places) =>
      `El documento que llegó no es el que se firmó. Falla en: ${places}. Esta página no muestra nada de él, porque alguien pudo haberlo cambiado.`,
    otherConsent: 'El documento que llegó es el de otro consentimiento. Esta página no muestra nada de él.',
    refusedDo:
      'Inténtelo de nuevo. Si vuelve a ser rechazado, avise al operador: algo entre el registro y usted cambia lo que se envía.',
  },
};
