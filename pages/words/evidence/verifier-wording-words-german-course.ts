import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { CauseWords, Standing, StateWords, TimelineWords } from './course-words.ts';
import type { NamedSpan } from './writing.ts';
import { germanWriting } from './verifier-wording-words-german-writing.ts';

const { days, time: write, clock, span: writeSpan, channels } = germanWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'in Kraft',
  ended: 'nicht in Kraft',
  none: 'noch nicht erteilt',
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'im' : 'am'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` am ${write(time)}`);

const by = (channel: Channel | null): string => (channel === null ? 'auf unbekanntem Weg' : channels[channel]);

const causes: CauseWords = {
  none: (given) => `erteilt wurde sie${noted(given)}`,
  active: (given) => `erteilt${noted(given)}`,
  revoked: (time, channel) => `widerrufen${noted(time)} ${by(channel)}`,
  expired: (time, said) =>
    said.isToCome
      ? `sie läuft${noted(time)} ab (${days(said.days)} nach der Erteilung)`
      : `abgelaufen${noted(time)} (${days(said.days)} nach der Erteilung)`,
  superseded: (time, version) =>
    `ersetzt${time === null ? '' : ` seit dem ${write(time)}`}: Fassung ${version ?? '?'} des Hinweises verlangt eine neue Einwilligung`,
  erased: (time) => `gelöscht${noted(time)}`,
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', soweit es jetzt bekannt ist' : '');

export const germanState: StateWords = {
  heads: {
    none: 'Noch nicht erteilt',
    active: 'In Kraft',
    revoked: 'Widerrufen',
    expired: 'Abgelaufen',
    superseded: 'Ersetzt',
    erased: 'Gelöscht',
  },
  next: 'dann',
  causes,
  afterwards: (ending, later) => `${ending}; dann ${later}`,
  now: ({ given, cause, isBeside }) => {
    const says = cause === null ? `in Kraft seit dem ${write(given)}.` : `nicht in Kraft: ${cause}.`;
    return isBeside ? `Jetzt: ${says}` : capitalise(says);
  },
  at: ({ span, standing, cause, isOpen }) =>
    `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
  during: ({ span, phases, isOpen }) =>
    `${capitalise(onSpan(span))} hat sich das geändert${whileOpen(isOpen)}: ${phases.join('; ')}.`,
  firstPhase: (standing, cause) => `zuerst ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
  laterPhase: (standing, { time, isClock }, cause) =>
    `${standings[standing]} ${isClock ? `ab ${clock(time)} Uhr` : `ab dem ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
  endless: 'Nichts beendet sie außer einem Widerruf.',
  expires: (time, validity) =>
    `Sie läuft am ${write(time)} ab, ${days(validity)} nach der Erteilung, wenn sie nicht vorher widerrufen wird.`,
};

export const germanTimeline: TimelineWords = {
  published: (version) => `Fassung ${version} des Hinweises wurde veröffentlicht.`,
  publishedAskingAgain: (version) =>
    `Fassung ${version} des Hinweises wurde veröffentlicht: Sie verlangt von allen eine neue Einwilligung.`,
  publishedAskingNobody: (version) =>
    `Fassung ${version} des Hinweises wurde veröffentlicht: Sie verlangt von niemandem eine neue Einwilligung, diese Einwilligung blieb also, wie sie war.`,
  given: (version, channel) =>
    `Die Einwilligung zu Fassung ${version} des Hinweises wurde ${channels[channel]} erteilt.`,
  expires: (version, validity) => `Die Einwilligung läuft ab: Fassung ${version} gilt ${days(validity)}.`,
  superseded: 'Die Einwilligung ist ersetzt: Eine spätere Fassung verlangt eine neue.',
  revoked: (channel) => `Die Einwilligung wurde ${by(channel)} widerrufen.`,
  imported: 'Die Einwilligung wurde übernommen: Das Register war nicht dabei, als sie erteilt wurde.',
  erased: 'Die personenbezogenen Daten der Einwilligung wurden gelöscht.',
  asked: (span) => `Der Zeitraum beginnt, nach dem gefragt wurde: ${writeSpan(span)}.`,
  toCome: (says) => `Künftig: ${says}`,
};
