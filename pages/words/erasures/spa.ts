import type { ErasureWords } from './eng.ts';

/** Texts about requests to erase consents, in Spanish. */
export const spanish: ErasureWords = {
  title: 'Supresiones',
  says: 'Lo que usted y los demás usuarios han pedido al operador que suprima. El operador ejecuta una solicitud, o la rechaza y dice por qué.',
  none: 'Nadie ha pedido todavía una supresión.',
  how: 'Para pedir una, busque un consentimiento, abra todos los consentimientos de la persona y pídala allí.',
  open: 'Abiertas',
  ended: 'Cerradas',
  earlier: 'Mostrar las solicitudes anteriores',
  damaged:
    'Estas solicitudes están guardadas, pero dañadas: la página no puede mostrar qué piden. Dígaselo al operador. Quien hizo una la hace de nuevo.',
  request: (count, written) => (count === 1 ? '1 consentimiento' : `${written} consentimientos`),
  states: {
    open: 'A la espera del operador',
    erasing: 'En ejecución',
    done: 'Ejecutada',
    refused: 'Rechazada',
    withdrawn: 'Retirada',
  },
  overdue: 'El plazo ha pasado.',
  next: 'Ahora responda a la persona, informe a quienes recibieron los datos (artículo 19 del RGPD) y suprima a la persona en sus otros sistemas.',
  facts: {
    received: 'Le llegó el',
    due: 'Respuesta a más tardar el',
    reason: 'Por qué',
    extent: 'Qué se suprime',
    reference: 'Su referencia',
    asked: 'Solicitada',
    end: { done: 'Ejecutada', refused: 'Rechazada', withdrawn: 'Retirada' },
    erased: 'Consentimientos suprimidos',
    refusal: 'El operador dice',
  },
  by: (time, user) => `${time}, por ${user}`,
  you: 'usted',
  user: (id) => `el usuario ${id}`,
  whose: 'Se trata de:',
  consents: 'Los consentimientos',
  reasons: {
    'no-longer-needed': 'Los datos ya no hacen falta (a)',
    'consent-revoked': 'La persona ha retirado el consentimiento (b)',
    objected: 'La persona se ha opuesto (c)',
    unlawful: 'Los datos se trataron ilícitamente (d)',
    'legal-obligation': 'La ley exige la supresión (e)',
    child: 'Un menor había consentido a un servicio en línea (f)',
  },
  extents: {
    evidence: 'La persona. Que alguien consintió, y cuándo, queda como prueba.',
    everything: 'Todo. Solo queda un recuento.',
  },
  withdrawal: {
    open: 'Retirar esta solicitud',
    confirm: '¿Retirar esta solicitud?',
    final: 'El operador ya no la verá. Podrá hacer otra.',
    act: 'Retirar',
    sending: 'Retirando …',
    stopped: 'Interrumpió antes de que el servicio respondiera. Envíela de nuevo: se retira una sola vez.',
  },
  ask: {
    open: 'Pedir la supresión de estos consentimientos',
    heading: 'Pedir una supresión',
    says: (count, written) =>
      `Usted pide la supresión ${count === 1 ? 'del consentimiento' : `de los ${written} consentimientos`} de esta página. Todavía no se suprime nada: el operador ve la solicitud y decide. Los consentimientos de la persona bajo otros valores no forman parte de ella: búsquelos y pídala también para ellos.`,
    cut: (most) =>
      `Una solicitud nombra como máximo ${most} consentimientos, así que esta nombra los más recientes. Haga otra para el resto.`,
    already: 'Algunos de estos consentimientos ya están en una solicitud abierta.',
    received: '¿Cuándo le llegó la petición de la persona?',
    receivedHint:
      'El día de la carta, de la llamada o de la visita. La persona debe tener una respuesta un mes después.',
    receivedWrong: 'Indique un día que no esté en el futuro.',
    reason: '¿Por qué hay que suprimir los consentimientos? (artículo 17, apartado 1, del RGPD)',
    reasonWrong: 'Elija el motivo.',
    inForce: (count, written) =>
      `${count === 1 ? 'Uno de estos consentimientos está' : `${written} de estos consentimientos están`} en vigor: no hay ninguna retirada registrada. Regístrela primero, o haga que la registren.`,
    revoke: (given) => `Registrar la retirada del consentimiento dado el ${given}`,
    revokeAll: (button) =>
      `Regístrelas una a una, o todas a la vez con «${button}» en esta página. Lo que ha escrito aquí se conserva.`,
    choose: 'Elegir …',
    extent: '¿Qué hay que suprimir?',
    reference: 'Su referencia (opcional)',
    referenceHint:
      'Por ejemplo DSR-2026/114: letras sin acento, cifras y . _ / # -. Queda después de la supresión: no escriba nombres, números fiscales ni nada más de la persona.',
    referenceWrong: 'Como máximo 64 letras sin acento, cifras y . _ / # -, sin espacios.',
    referencePersonal:
      'Es un valor de la persona, o contiene uno. Quedaría después de la supresión: use un número de sus propios expedientes.',
    proceed: 'Continuar',
    back: 'Volver',
    confirm: '¿Pedir esta supresión?',
    final: 'Desde entonces el operador puede ejecutarla. Lo que se suprime no vuelve.',
    stored: 'Se guarda esto, con los id de los consentimientos y su número de usuario, y nada de la persona:',
    act: 'Pedir la supresión',
    sending: 'Pidiendo …',
    stopped: 'Interrumpió antes de que el servicio respondiera. Envíela de nuevo sin cambios: se pide una sola vez.',
    done: (day) => `El operador tiene su solicitud. La persona debe tener una respuesta a más tardar el ${day}.`,
    all: 'Todas las solicitudes',
  },
};
