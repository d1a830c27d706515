import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { CauseWords, Standing, StateWords, TimelineWords } from './course-words.ts';
import type { NamedSpan } from './writing.ts';
import { spanishWriting } from './verifier-wording-words-spanish-writing.ts';

const { days, time: write, clock, span: writeSpan, channels } = spanishWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'en vigor',
  ended: 'sin vigor',
  none: 'aún no dado',
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'en' : 'el'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` el ${write(time)}`);

const by = (channel: Channel | null): string => (channel === null ? 'por un canal desconocido' : channels[channel]);

const causes: CauseWords = {
  none: (given) => `se dio${noted(given)}`,
  active: (given) => `dado${noted(given)}`,
  revoked: (time, channel) => `retirado${noted(time)} ${by(channel)}`,
  expired: (time, said) =>
    `${said.isToCome ? 'caduca' : 'caducado'}${noted(time)} (${days(said.days)} después de darse)`,
  superseded: (time, version) =>
    `sustituido${time === null ? '' : ` desde el ${write(time)}`}: la versión ${version ?? '?'} del aviso vuelve a pedir el consentimiento`,
  erased: (time) => `suprimido${noted(time)}`,
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', hasta donde se sabe ahora' : '');

export const spanishState: StateWords = {
  heads: {
    none: 'Aún no dado',
    active: 'En vigor',
    revoked: 'Retirado',
    expired: 'Caducado',
    superseded: 'Sustituido',
    erased: 'Suprimido',
  },
  next: 'después',
  causes,
  afterwards: (ending, later) => `${ending}; después ${later}`,
  now: ({ given, cause, isBeside }) => {
    const says = cause === null ? `en vigor desde el ${write(given)}.` : `sin vigor: ${cause}.`;
    return isBeside ? `Ahora: ${says}` : capitalise(says);
  },
  at: ({ span, standing, cause, isOpen }) =>
    `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
  during: ({ span, phases, isOpen }) =>
    `${capitalise(onSpan(span))} hubo un cambio${whileOpen(isOpen)}: ${phases.join('; ')}.`,
  firstPhase: (standing, cause) => `al principio ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
  laterPhase: (standing, { time, isClock }, cause) =>
    `${standings[standing]} desde ${isClock ? `las ${clock(time)}` : `el ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
  endless: 'Nada le pone fin, salvo la retirada.',
  expires: (time, validity) => `Caduca el ${write(time)}, ${days(validity)} después de darse, si no se retira antes.`,
};

export const spanishTimeline: TimelineWords = {
  published: (version) => `Se publicó la versión ${version} del aviso.`,
  publishedAskingAgain: (version) =>
    `Se publicó la versión ${version} del aviso: vuelve a pedir el consentimiento a todos.`,
  publishedAskingNobody: (version) =>
    `Se publicó la versión ${version} del aviso: no vuelve a pedir el consentimiento a nadie, así que este consentimiento quedó como estaba.`,
  given: (version, channel) => `El consentimiento a la versión ${version} del aviso se dio ${channels[channel]}.`,
  expires: (version, validity) => `El consentimiento caduca: la versión ${version} vale por ${days(validity)}.`,
  superseded: 'El consentimiento queda sustituido: una versión posterior vuelve a pedirlo.',
  revoked: (channel) => `El consentimiento se retiró ${by(channel)}.`,
  imported: 'El consentimiento se importó: el registro no estaba presente cuando se dio.',
  erased: 'Los datos personales del consentimiento se suprimieron.',
  asked: (span) => `Empieza el período consultado: ${writeSpan(span)}.`,
  toCome: (says) => `En el futuro: ${says}`,
};
