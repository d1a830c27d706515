import type { Presentation } from './moment.ts';
import type { Schedule } from './service.ts';
import { schedules } from './service.ts';

/** What victim and thief know, as numbers of tokens. */
export interface Parties {
  /** The victim's newest token, and the one it presented last. */
  readonly held: number;
  readonly last: number | undefined;
  readonly stolen: readonly number[];
  /** Whether the victim has been alone so far, and has come back with a used token within ten seconds only. */
  readonly isHonest: boolean;
}

export const atFirst: Parties = { held: 0, last: undefined, stolen: [], isHonest: true };

type Party = 'victim' | 'thief';

/** Who gets the new tokens of a presentation that is exchanged. */
type Readers = readonly Party[];

/** Something that may happen next. */
export type Step =
  | { readonly name: string; readonly milliseconds: number }
  | { readonly name: string; readonly copies: number }
  | {
      readonly name: string;
      readonly presentation: Presentation;
      readonly by: readonly Party[];
      /** Ways in which the answer can go when there are new tokens in it. */
      readonly answers: Readonly<Record<string, Readers>>;
    };

const pauses = [5_000, 11_000];

/** Of either party, where both present a token at once each gets its own answer. */
const arrives = { '': ['victim', 'thief'] } as const;
const toVictim = { answered: ['victim'], 'answer lost': [], 'answer read by the thief alone': ['thief'] } as const;
const toThief = { answered: ['thief'], 'answer lost': [] } as const;

const together = (tokens: readonly [number, number], by: readonly [Party, Party]): Step[] =>
  schedules.map((schedule) => ({
    name: `${by.join(' and ')} at once, ${schedule}`,
    presentation: { tokens, schedule },
    by,
    answers: arrives,
  }));

const repeated = (token: number, by: Party): Step => {
  const schedule: Schedule = 'repeated';
  return { name: `${by}, update repeated`, presentation: { tokens: [token], schedule }, by: [by], answers: arrives };
};

/** All that may happen next. */
export const listSteps = ({ held, last, stolen }: Parties): Step[] => {
  const best = stolen.at(-1);
  const one = (name: string, token: number, by: Party): Step => ({
    name,
    presentation: { tokens: [token] },
    by: [by],
    answers: by === 'victim' ? toVictim : toThief,
  });
  return [
    ...pauses.map((milliseconds) => ({ name: `${milliseconds / 1_000} s pass`, milliseconds })),
    ...(stolen.includes(held) ? [] : [{ name: `thief copies token ${held}`, copies: held }]),
    one(`victim presents token ${held}`, held, 'victim'),
    ...(last === undefined || last === held ? [] : [one(`victim presents token ${last} again`, last, 'victim')]),
    ...stolen.map((token) => one(`thief presents token ${token}`, token, 'thief')),
    repeated(held, 'victim'),
    ...together([held, held], ['victim', 'victim']),
    ...(best === undefined
      ? []
      : [
          repeated(best, 'thief'),
          ...together([held, best], ['victim', 'thief']),
          ...together([best, held], ['thief', 'victim']),
        ]),
  ];
};

/** What the parties know after a presentation whose new token, if there is one, these have read. */
export const learn = (
  parties: Parties,
  { presentation, by }: Extract<Step, { by: unknown }>,
  {
    readers,
    newest,
    isLate,
  }: { readonly readers: Readers; readonly newest: number | undefined; readonly isLate: boolean },
): Parties => {
  const presented = presentation.tokens.findLast((_, i) => by[i] === 'victim');
  const steals = newest !== undefined && readers.includes('thief');
  return {
    held: newest !== undefined && readers.includes('victim') ? newest : parties.held,
    last: presented ?? parties.last,
    stolen: steals ? [...parties.stolen, newest] : parties.stolen,
    isHonest: parties.isHonest && !isLate && !steals && !by.includes('thief'),
  };
};
