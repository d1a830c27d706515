import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { renderChecks } from '../../../pages/parts/checks.tsx';
import { german } from '../../../pages/words/evidence/deu.ts';
import type { Verification } from '../../../verifier/verification.ts';
import { asks, fails } from '../../../verifier/verification.ts';

const [time, told] = ['2026-03-21T14:30:05.000Z', { event: 'consent.recorded', version: null }] as const;

const verification: Verification = {
  verdict: 'refused',
  checks: [
    fails('log-order', 'log', ['order-future', { size: 8, time }]),
    asks('log-time', 'record', ['since-document', { told, time }]),
  ],
  doubts: [],
};

test('a technical line is marked as English on a page of another language, and a fact is in that language', () => {
  const page = renderToString(renderChecks(verification, german));

  expect(page).toContain(
    `<b>Reihenfolge der Zeiten</b>: <bdi lang="en">The checkpoint of 8 leaves has the time ${time}, which is later than the clock of this machine. It proves no time.</bdi>`,
  );
  expect(page).toContain('<bdi>Das Protokoll dieses Dokuments hat die Einwilligung seit dem 21. März 2026');
  expect(page).toContain('1 nicht bestanden, 1 Anmerkung. Die Einzelheiten sind auf Englisch.');
});
