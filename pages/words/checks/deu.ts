import type { ReportedEvent } from '../../../verifier/verification.ts';
import type { SinceWords } from './check-words.ts';

const what = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'den Widerruf';
  if (event === 'consent.erased') return 'das, was von der gelöschten Einwilligung bleibt,';
  if (event !== 'notice.published') return 'die Einwilligung';
  return version === null
    ? 'die Veröffentlichung einer Fassung des Hinweises'
    : `die Veröffentlichung der Fassung ${version} des Hinweises`;
};

/** Seit wann niemand etwas verändert haben kann. */
export const newGermanSince = (write: (time: string) => string): SinceWords => ({
  kept: ({ told, time, whence }) =>
    `Seit dem ${write(time)} kann niemand ${what(told)} verändert haben. Das ist die Zeit des Prüfpunkts, den Sie aufbewahrt haben (${whence}).`,
  register: ({ told, time, whence }) =>
    `Das Register sagt, dass seit dem ${write(time)} niemand ${what(told)} verändert haben kann. Den Schlüssel seines Protokolls kennen Sie aus ${whence}.`,
  document: ({ told, time }) =>
    `Das Protokoll dieses Dokuments hat ${what(told)} seit dem ${write(time)}. Aber Sie kennen den Schlüssel dieses Protokolls nicht, und ein Protokoll kann jeder machen. Die Schlüsseldatei des Registers hat den Schlüssel seines Protokolls.`,
});
