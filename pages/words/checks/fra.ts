import type { ReportedEvent } from '../../../verifier/verification.ts';
import type { SinceWords } from './check-words.ts';

const what = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'le retrait';
  if (event === 'consent.erased') return 'ce qui reste du consentement effacé';
  if (event !== 'notice.published') return 'le consentement';
  return version === null
    ? 'la publication d’une version de la notice'
    : `la publication de la version ${version} de la notice`;
};

/** Depuis quand personne ne peut avoir modifié quelque chose. */
export const newFrenchSince = (write: (time: string) => string): SinceWords => ({
  kept: ({ told, time, whence }) =>
    `Personne ne peut avoir modifié ${what(told)} depuis le ${write(time)}, date du point de contrôle que vous avez conservé (${whence}).`,
  register: ({ told, time, whence }) =>
    `Le registre dit que personne ne peut avoir modifié ${what(told)} depuis le ${write(time)}. Vous connaissez la clé de son journal par ${whence}.`,
  document: ({ told, time }) =>
    `Le journal de ce document contient ${what(told)} depuis le ${write(time)}. Mais vous ne connaissez pas la clé de ce journal, et n’importe qui peut faire un journal. Le fichier de clés du registre a la clé de son journal.`,
});
