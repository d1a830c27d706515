import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Checks } from '../../../pages/ui/checks.tsx';
import { WordsContext } from '../../../pages/ui/words.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { fail, leaveOpen } from '../../../verifier/verification.ts';
import { evidenceTextOf } from '../i18n/texts.ts';

const time = '2026-03-21T14:30:05.000Z';

const verification: Verification = {
  verdict: 'refused',
  checks: [fail('log-checkpoint', ['checkpoint-unsigned', { size: 8, time }]), leaveOpen('log', ['log-none'])],
  doubts: [],
};

test('what a check says is marked as English on a page of another language', () => {
  const page = renderToString(h(WordsContext.Provider, { value: evidenceTextOf('de') }, h(Checks, { verification })));

  expect(page).toContain(
    `<b>Prüfpunkt des Protokolls</b>: <bdi lang="en">The key of the log did not make both signatures of the checkpoint of 8 leaves of ${time}.</bdi>`,
  );
  expect(page).toContain('1 nicht bestanden, 1 Anmerkung. Die Einzelheiten sind auf Englisch.');
});
