import type { CallWords } from './console-calls-words-words.ts';

const misunderstood =
  'La pagina e il servizio non si capiscono: uno dei due potrebbe essere più recente. Ricarichi la pagina. Se il problema continua, avvisi il gestore.';
const signedOut = 'La sessione è terminata. Acceda di nuovo.';

export const italian: CallWords = {
  waiting: 'Lettura in corso …',
  waitingLong: 'Il servizio non ha ancora risposto. Attesa in corso …',
  stop: 'Interrompi',
  stopped: 'L’attesa è stata interrotta prima della risposta.',
  again: 'Riprova',
  requestId: 'Id della richiesta',
  failed: 'Qualcosa in questa pagina non ha funzionato. Riprovi, o ricarichi la pagina.',
  problems: {
    'body.unreadable': misunderstood,
    'body.unsupported-media-type': misunderstood,
    'method.not-allowed': misunderstood,
    'answer.unexpected': misunderstood,
    'path.unknown':
      'Il servizio non ha ciò che questa pagina chiede: potrebbe essere meno recente della pagina. Avvisi il gestore.',
    'credentials.invalid': 'L’e-mail o la password non è corretta.',
    'token.missing': signedOut,
    'token.invalid': signedOut,
    'token.expired': signedOut,
    'session.ended': signedOut,
    'refresh-token.invalid': signedOut,
    'tokens.missing': signedOut,
    'account.consent-register-disabled':
      'Il Suo account non è abilitato al registro dei consensi. Un gestore può abilitarlo.',
    'user.read-only': 'Lei può leggere, ma non modificare. Un gestore può darLe il ruolo che serve.',
    'consent.not-found':
      'Il Suo account non ha nessun consenso con questo id. Controlli l’id. Il consenso potrebbe essere stato cancellato.',
    'notice.not-found': 'Il Suo account non ha questa informativa. Ne scelga una dall’elenco.',
    'idempotency-key.reused':
      'Nello stesso passaggio era già stato inviato altro. Ricarichi la pagina e cominci di nuovo.',
    'body.too-large': 'È troppo lungo per essere inviato. Abbrevi il testo.',
    'consent.too-large': 'È troppo lungo per essere conservato. Abbrevi il testo.',
    'parameters.invalid': 'Il servizio non accetta quanto inserito. Lo corregga e riprovi.',
    'login.throttled': 'Ci sono stati troppi tentativi falliti. Attenda, poi riprovi.',
    'search.throttled': 'Le ricerche del Suo account hanno letto troppo in questo minuto. Riprovi tra un minuto.',
    'service.fault':
      'Il servizio ha avuto un errore. Riprovi. Se il problema continua, comunichi al gestore l’id della richiesta.',
    'store.unavailable': 'Il servizio è occupato. Riprovi tra poco.',
    'connection.failed': 'Il servizio non è raggiungibile. Controlli la rete, poi riprovi.',
    'connection.timeout': 'Il servizio non ha risposto in tempo. Riprovi.',
  },
};
