import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { CauseWords, Standing, StateWords, TimelineWords } from './course-words.ts';
import type { NamedSpan } from './writing.ts';
import { italianWriting } from './verifier-wording-words-italian-writing.ts';

const { days, time: write, clock, span: writeSpan, channels } = italianWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'in vigore',
  ended: 'non in vigore',
  none: 'non ancora dato',
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Before the eighth and the eleventh the article loses its vowel. */
const isElided = (date: string): boolean => /^(8|11) /.test(date);

const on = (date: string): string => (isElided(date) ? `l’${date}` : `il ${date}`);
const since = (date: string): string => (isElided(date) ? `dall’${date}` : `dal ${date}`);

const onSpan = (span: NamedSpan): string =>
  span.precision === 'month' ? `nel mese di ${writeSpan(span)}` : on(writeSpan(span));

const noted = (time: string | null): string => (time === null ? '' : ` ${on(write(time))}`);

const by = (channel: Channel | null): string => (channel === null ? 'per un canale sconosciuto' : channels[channel]);

const causes: CauseWords = {
  none: (given) => `è stato dato${noted(given)}`,
  active: (given) => `dato${noted(given)}`,
  revoked: (time, channel) => `revocato${noted(time)} ${by(channel)}`,
  expired: (time, said) =>
    `${said.isToCome ? 'scade' : 'scaduto'}${noted(time)} (${days(said.days)} dopo che è stato dato)`,
  superseded: (time, version) =>
    `sostituito${time === null ? '' : ` ${since(write(time))}`}: la versione ${version ?? '?'} dell’informativa chiede di nuovo il consenso`,
  erased: (time) => `cancellato${noted(time)}`,
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', per quanto si sa ora' : '');

export const italianState: StateWords = {
  heads: {
    none: 'Non ancora dato',
    active: 'In vigore',
    revoked: 'Revocato',
    expired: 'Scaduto',
    superseded: 'Sostituito',
    erased: 'Cancellato',
  },
  next: 'poi',
  causes,
  afterwards: (ending, later) => `${ending}; poi ${later}`,
  now: ({ given, cause, isBeside }) => {
    const says = cause === null ? `in vigore ${since(write(given))}.` : `non in vigore: ${cause}.`;
    return isBeside ? `Ora: ${says}` : capitalise(says);
  },
  at: ({ span, standing, cause, isOpen }) =>
    `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
  during: ({ span, phases, isOpen }) =>
    `${capitalise(onSpan(span))} è cambiato${whileOpen(isOpen)}: ${phases.join('; ')}.`,
  firstPhase: (standing, cause) => `all’inizio ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
  laterPhase: (standing, { time, isClock }, cause) =>
    `${standings[standing]} ${isClock ? `dalle ${clock(time)}` : since(write(time))}${cause === null ? '' : ` (${cause})`}`,
  endless: 'Nulla lo fa cessare, salvo la revoca.',
  expires: (time, validity) =>
    `Scade ${on(write(time))}, ${days(validity)} dopo che è stato dato, se non è revocato prima.`,
};

export const italianTimeline: TimelineWords = {
  published: (version) => `È stata pubblicata la versione ${version} dell’informativa.`,
  publishedAskingAgain: (version) =>
    `È stata pubblicata la versione ${version} dell’informativa: chiede di nuovo il consenso a tutti.`,
  publishedAskingNobody: (version) =>
    `È stata pubblicata la versione ${version} dell’informativa: non chiede di nuovo il consenso a nessuno, perciò questo consenso è rimasto com’era.`,
  given: (version, channel) =>
    `Il consenso alla versione ${version} dell’informativa è stato dato ${channels[channel]}.`,
  expires: (version, validity) => `Il consenso scade: la versione ${version} vale per ${days(validity)}.`,
  superseded: 'Il consenso è sostituito: una versione successiva lo chiede di nuovo.',
  revoked: (channel) => `Il consenso è stato revocato ${by(channel)}.`,
  imported: 'Il consenso è stato importato: il registro non era presente quando è stato dato.',
  erased: 'I dati personali del consenso sono stati cancellati.',
  asked: (span) => `Inizia il periodo richiesto: ${writeSpan(span)}.`,
  toCome: (says) => `In futuro: ${says}`,
};
