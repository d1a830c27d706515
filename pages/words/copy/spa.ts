import type { CopyWords } from './eng.ts';

export const spa: CopyWords = {
  heading: 'Una copia para esta persona',
  says: (count) =>
    `La copia contiene cada consentimiento que tiene los valores elegidos en esta página (${count}): lo que la persona envió, las pruebas, lo que el registro observó, los textos y los derechos de la persona. Es un solo archivo ZIP. Los teléfonos y los ordenadores lo abren: contiene una página para leer e imprimir y los mismos datos para programas.`,
  whose: 'Asegúrese de quién la pide. No debe contener datos de otras personas.',
  areOne: 'Todos estos consentimientos son de la misma persona',
  confirmOne: 'Mire de quién son los consentimientos y confírmelo. O busque con un valor más.',
  lang: 'Idioma de la página',
  letter: 'Su propio texto al principio de la página',
  letterHint:
    'Lo que el artículo 15 le pide decir y ningún aviso dice, como destinatarios o transferencias. Sin él, la página dice que usted responde a esto por separado.',
  make: 'Hacer la copia',
  cancel: 'No hacerla',
  progress: (read, all) => `Leídos: ${read} de ${all} …`,
  stop: 'Detener',
  stopped: 'Usted lo detuvo. No se hizo ninguna copia.',
  again: 'Reintentar',
  incomplete: (read, all) =>
    `No se hizo ninguna copia, porque solo se pudieron leer ${read} de ${all} consentimientos. Estos no:`,
  altered: 'El documento que llegó no es el que se firmó. Reinténtelo y, si se repite, dígaselo al operador.',
  tooLarge:
    'No se hizo ninguna copia: de esta persona hay más de lo que cabe en un navegador. Pida la copia al operador, que la hace con la orden person export.',
  nothing: 'No se hizo ninguna copia: ya no hay consentimientos con estos valores.',
  done: (count) => `La copia está completa. Consentimientos que contiene: ${count}.`,
  save: 'Guardar la copia',
  saved: 'El navegador la ha guardado como',
  check:
    'Ábrala antes de entregarla: todo en ella debe tratar de esta persona. Entréguela de forma confidencial y después bórrela.',
  hash: 'SHA-256 de su data.json, para guardarlo con la solicitud',
  further: 'Otros consentimientos comparten un valor con esta persona, pero no tienen todos los que usted eligió:',
  atLeast: (count) => `al menos ${count}`,
  furtherDo: 'Mire de quién son. Si son de la misma persona, haga también una copia con ese valor.',
  notLooked:
    'No se pudo comprobar si otros consentimientos comparten un valor con esta persona. Busque usted con los demás valores de la persona.',
  close: 'Cerrar',
  throwAway: 'Cerrar sin guardar',
  unsaved: 'La copia no está guardada. Guárdela, o cierre otra vez para descartarla.',
};
