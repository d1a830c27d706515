import type { OverviewWords } from './console-overview-words-words.ts';

export const spanish: OverviewWords = {
  heading: 'Resumen',
  project: 'Proyecto',
  countedUntil: (time) => `Contado hasta ${time}.`,
  utc: 'Los meses son los de UTC. Un consentimiento cuya validez termina hoy no está en vigor.',
  none: 'Todavía no hay cifras.',
  noneMeaning:
    'El historial del registro cuenta los consentimientos por mes, unos minutos después de que se dan. Si el registro es más antiguo que su historial, o no lleva ninguno, su operador tiene que prepararlo.',
  unit: 'consentimientos',
  inForce: 'En vigor al final de cada mes',
  inForceSays: (first, last, from, to) =>
    `Línea de los consentimientos en vigor al final de cada mes: ${first} en ${from}, ${last} en ${to}.`,
  flow: 'Dados y retirados en cada mes',
  flowSays: (given, withdrawn, from, to) =>
    `Barras de los consentimientos de cada mes, de ${from} a ${to}: en total ${given} dados y ${withdrawn} retirados.`,
  upwards: 'Dados, hacia arriba',
  downwards: 'Retirados, hacia abajo',
  shares: 'En vigor ahora, por versión del aviso',
  sharesSay: (count) => `Barras de las partes de ${count} consentimientos. La tabla de abajo tiene las cifras.`,
  noneInForce: 'Ningún consentimiento está en vigor.',
  version: (notice, version) => `${notice}, versión ${version}`,
  figures: 'Las cifras',
  columns: {
    month: 'Mes',
    given: 'Dados',
    withdrawn: 'Retirados',
    inForce: 'En vigor',
    version: 'Versión del aviso',
    share: 'Parte',
  },
};
