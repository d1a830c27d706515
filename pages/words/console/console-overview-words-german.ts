import type { OverviewWords } from './console-overview-words-words.ts';

export const german: OverviewWords = {
  heading: 'Übersicht',
  project: 'Projekt',
  countedUntil: (time) => `Gezählt bis ${time}.`,
  utc: 'Monate sind die von UTC. Eine Einwilligung, deren Frist heute endet, ist nicht mehr in Kraft.',
  none: 'Es gibt noch keine Zahlen.',
  noneMeaning:
    'Das Protokoll des Registers zählt Einwilligungen nach Monaten, einige Minuten nachdem sie gegeben sind. Ist das Register älter als sein Protokoll, oder führt es keines, muss der Betreiber das einrichten.',
  unit: 'Einwilligungen',
  inForce: 'In Kraft am Ende jedes Monats',
  inForceSays: (first, last, from, to) =>
    `Linie der Einwilligungen, die am Ende jedes Monats in Kraft sind: ${first} im ${from}, ${last} im ${to}.`,
  flow: 'In jedem Monat gegeben und widerrufen',
  flowSays: (given, withdrawn, from, to) =>
    `Balken der Einwilligungen jedes Monats von ${from} bis ${to}: insgesamt ${given} gegeben und ${withdrawn} widerrufen.`,
  upwards: 'Gegeben, nach oben',
  downwards: 'Widerrufen, nach unten',
  shares: 'Jetzt in Kraft, nach Fassung des Hinweises',
  sharesSay: (count) => `Balken der Anteile von ${count} Einwilligungen. Die Tabelle darunter hat die Zahlen.`,
  noneInForce: 'Keine Einwilligung ist in Kraft.',
  version: (notice, version) => `${notice}, Fassung ${version}`,
  figures: 'Die Zahlen',
  columns: {
    month: 'Monat',
    given: 'Gegeben',
    withdrawn: 'Widerrufen',
    inForce: 'In Kraft',
    version: 'Fassung des Hinweises',
    share: 'Anteil',
  },
};
