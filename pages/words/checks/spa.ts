import type { ReportedEvent } from '../../../verifier/verification.ts';
import type { SinceWords } from './check-words.ts';

const what = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'la retirada';
  if (event === 'consent.erased') return 'lo que queda del consentimiento suprimido';
  if (event !== 'notice.published') return 'el consentimiento';
  return version === null
    ? 'la publicación de una versión del aviso'
    : `la publicación de la versión ${version} del aviso`;
};

/** Desde cuándo nadie puede haber cambiado algo. */
export const newSpanishSince = (write: (time: string) => string): SinceWords => ({
  kept: ({ told, time, whence }) =>
    `Nadie puede haber cambiado ${what(told)} desde el ${write(time)}, el momento del punto de control que usted ha conservado (${whence}).`,
  register: ({ told, time, whence }) =>
    `El registro dice que nadie puede haber cambiado ${what(told)} desde el ${write(time)}. Usted conoce la clave de su bitácora por ${whence}.`,
  document: ({ told, time }) =>
    `La bitácora de este documento tiene ${what(told)} desde el ${write(time)}. Pero usted no conoce la clave de esa bitácora, y cualquiera puede hacer una. El archivo de claves del registro tiene la clave de su bitácora.`,
});
