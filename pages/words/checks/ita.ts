import type { ReportedEvent } from '../../../verifier/verification.ts';
import type { SinceWords } from './check-words.ts';

const what = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'la revoca';
  if (event === 'consent.erased') return 'ciò che resta del consenso cancellato';
  if (event !== 'notice.published') return 'il consenso';
  return version === null
    ? 'la pubblicazione di una versione dell’informativa'
    : `la pubblicazione della versione ${version} dell’informativa`;
};

/** Da quando nessuno può aver modificato qualcosa. @param since scrive una data, con la preposizione */
export const newItalianSince = (since: (time: string) => string): SinceWords => ({
  kept: ({ told, time, whence }) =>
    `Nessuno può aver modificato ${what(told)} ${since(time)}, il momento del punto di controllo che Lei ha conservato (${whence}).`,
  register: ({ told, time, whence }) =>
    `Il registro dice che nessuno può aver modificato ${what(told)} ${since(time)}. Lei conosce la chiave del suo registro a prova di modifica da ${whence}.`,
  document: ({ told, time }) =>
    `Il registro a prova di modifica di questo documento ha ${what(told)} ${since(time)}. Ma Lei non ne conosce la chiave, e chiunque può farne uno. Il file delle chiavi del registro ha la chiave del suo.`,
});
