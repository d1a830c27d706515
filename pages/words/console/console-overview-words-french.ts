import type { OverviewWords } from './console-overview-words-words.ts';

export const french: OverviewWords = {
  heading: 'Vue d’ensemble',
  project: 'Projet',
  countedUntil: (time) => `Compté jusqu’au ${time}.`,
  utc: 'Les mois sont ceux d’UTC. Un consentement dont la validité finit aujourd’hui n’est plus en vigueur.',
  none: 'Il n’y a pas encore de chiffres.',
  noneMeaning:
    'Le journal du registre compte les consentements par mois, quelques minutes après qu’ils sont donnés. Si le registre est plus ancien que son journal, ou n’en tient pas, l’exploitant doit le mettre en place.',
  unit: 'consentements',
  inForce: 'En vigueur à la fin de chaque mois',
  inForceSays: (first, last, from, to) =>
    `Courbe des consentements en vigueur à la fin de chaque mois : ${first} en ${from}, ${last} en ${to}.`,
  flow: 'Donnés et retirés chaque mois',
  flowSays: (given, withdrawn, from, to) =>
    `Barres des consentements de chaque mois, de ${from} à ${to} : en tout ${given} donnés et ${withdrawn} retirés.`,
  upwards: 'Donnés, vers le haut',
  downwards: 'Retirés, vers le bas',
  shares: 'En vigueur maintenant, par version de la notice',
  sharesSay: (count) => `Barres des parts de ${count} consentements. Le tableau dessous a les chiffres.`,
  noneInForce: 'Aucun consentement n’est en vigueur.',
  version: (notice, version) => `${notice}, version ${version}`,
  figures: 'Les chiffres',
  columns: {
    month: 'Mois',
    given: 'Donnés',
    withdrawn: 'Retirés',
    inForce: 'En vigueur',
    version: 'Version de la notice',
    share: 'Part',
  },
};
