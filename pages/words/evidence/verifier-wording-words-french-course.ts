import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { CauseWords, Standing, StateWords, TimelineWords } from './course-words.ts';
import type { NamedSpan } from './writing.ts';
import { frenchWriting } from './verifier-wording-words-french-writing.ts';

const { days, time: write, clock, span: writeSpan, channels } = frenchWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'en vigueur',
  ended: 'non en vigueur',
  none: 'pas encore donné',
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'en' : 'le'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` le ${write(time)}`);

const by = (channel: Channel | null): string => (channel === null ? 'par un canal inconnu' : channels[channel]);

const causes: CauseWords = {
  none: (given) => `il a été donné${noted(given)}`,
  active: (given) => `donné${noted(given)}`,
  revoked: (time, channel) => `retiré${noted(time)} ${by(channel)}`,
  expired: (time, said) =>
    `${said.isToCome ? 'il expire' : 'expiré'}${noted(time)} (${days(said.days)} après avoir été donné)`,
  superseded: (time, version) =>
    `remplacé${time === null ? '' : ` depuis le ${write(time)}`} : la version ${version ?? '?'} de la notice redemande le consentement`,
  erased: (time) => `effacé${noted(time)}`,
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', pour autant qu’on le sache à présent' : '');

export const frenchState: StateWords = {
  heads: {
    none: 'Pas encore donné',
    active: 'En vigueur',
    revoked: 'Retiré',
    expired: 'Expiré',
    superseded: 'Remplacé',
    erased: 'Effacé',
  },
  next: 'puis',
  causes,
  afterwards: (ending, later) => `${ending} ; puis ${later}`,
  now: ({ given, cause, isBeside }) => {
    const says = cause === null ? `en vigueur depuis le ${write(given)}.` : `non en vigueur : ${cause}.`;
    return isBeside ? `À présent : ${says}` : capitalise(says);
  },
  at: ({ span, standing, cause, isOpen }) =>
    `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)} : ${cause}.`,
  during: ({ span, phases, isOpen }) =>
    `${capitalise(onSpan(span))}, cela a changé${whileOpen(isOpen)} : ${phases.join(' ; ')}.`,
  firstPhase: (standing, cause) => `d’abord ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
  laterPhase: (standing, { time, isClock }, cause) =>
    `${standings[standing]} ${isClock ? `à partir de ${clock(time)}` : `à partir du ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
  endless: 'Rien n’y met fin, sauf un retrait.',
  expires: (time, validity) =>
    `Il expire le ${write(time)}, ${days(validity)} après avoir été donné, s’il n’est pas retiré auparavant.`,
};

export const frenchTimeline: TimelineWords = {
  published: (version) => `La version ${version} de la notice a été publiée.`,
  publishedAskingAgain: (version) =>
    `La version ${version} de la notice a été publiée : elle redemande le consentement à tous.`,
  publishedAskingNobody: (version) =>
    `La version ${version} de la notice a été publiée : elle ne redemande le consentement à personne, ce consentement est donc resté tel quel.`,
  given: (version, channel) => `Le consentement à la version ${version} de la notice a été donné ${channels[channel]}.`,
  expires: (version, validity) => `Le consentement expire : la version ${version} vaut pour ${days(validity)}.`,
  superseded: 'Le consentement est remplacé : une version ultérieure le redemande.',
  revoked: (channel) => `Le consentement a été retiré ${by(channel)}.`,
  imported: 'Le consentement a été importé : le registre n’était pas là lorsqu’il a été donné.',
  erased: 'Les données à caractère personnel du consentement ont été effacées.',
  asked: (span) => `Début de la période demandée : ${writeSpan(span)}.`,
  toCome: (says) => `À venir : ${says}`,
};
