import type { Effect, Moment, Presentation } from './moment.ts';
import { firstMoment, isBeyondRace, pass, present } from './moment.ts';
import type { Schedule, Service } from './service.ts';
import { schedules } from './service.ts';

/** What victim and thief know, as numbers of tokens. */
interface Parties {
  /** The victim's newest token, and the one it presented last. */
  readonly held: number;
  readonly last: number | undefined;
  readonly stolen: readonly number[];
  /** Whether the victim has been alone so far, and has come back with a used token within ten seconds only. */
  readonly isHonest: boolean;
}

const atFirst: Parties = { held: 0, last: undefined, stolen: [], isHonest: true };

type Party = 'victim' | 'thief';

/** Who gets the new tokens of a presentation that is exchanged. */
type Readers = readonly Party[];

/** Something that may happen next. */
type Step =
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
const listSteps = ({ held, last, stolen }: Parties): Step[] => {
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
const learn = (
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

/** Where histories lead: many to the same place, after which the same can happen. */
interface Place {
  readonly moment: Moment;
  readonly parties: Parties;
  readonly histories: number;
  /** One of them. */
  readonly path: readonly string[];
}

interface Exploration {
  /** Histories of so many steps, or of fewer where the session is over before. */
  readonly histories: number;
  readonly ended: number;
  readonly places: number;
  readonly moments: number;
  /** Presentations to the real service. */
  readonly presentations: number;
  readonly violations: readonly string[];
}

const reported = 20;

/** Answers of the service at a moment, asked for once. */
const newAnswers = (service: Service) => {
  const effects = new Map<string, Effect | string>();
  const moments = new Map<string, Moment>();
  const unify = (moment: Moment): Moment => {
    const known = moments.get(moment.key) ?? moment;
    moments.set(moment.key, known);
    return known;
  };
  const ask = async (moment: Moment, presentation: Presentation): Promise<Effect | string> => {
    const key = `${moment.key} ${JSON.stringify(presentation)}`;
    const found = effects.get(key) ?? (await present(service, moment, presentation));
    const effect = typeof found === 'string' ? found : { ...found, after: unify(found.after) };
    effects.set(key, effect);
    return effect;
  };
  return { ask, unify, count: () => ({ moments: moments.size, presentations: effects.size }) };
};

type Answers = ReturnType<typeof newAnswers>;

/** Presents every token ever given, also those that nobody has: the newest alone works, and none once the session is over. */
const findFaults = async ({ ask }: Answers, moment: Moment): Promise<string[]> => {
  const effects: (Effect | string)[] = [];
  for (const token of moment.given.keys()) effects.push(await ask(moment, { tokens: [token] }));
  const faults = effects.filter((effect) => typeof effect === 'string');
  const living = effects.filter((effect) => typeof effect !== 'string' && effect.exchanged.includes(true)).length;
  const expected = moment.family.isOver ? 0 : 1;
  return living === expected || faults.length > 0 ? faults : [`${living} tokens are living`];
};

/** @returns the places that a step leads to, or what is wrong */
const take = async ({ ask, unify }: Answers, { moment, parties }: Place, step: Step) => {
  if ('milliseconds' in step) return [{ moment: unify(pass(moment, step.milliseconds)), parties, name: step.name }];
  if ('copies' in step) {
    const stolen = [...parties.stolen, step.copies].sort((a, b) => a - b);
    return [{ moment, parties: { ...parties, stolen, isHonest: false }, name: step.name }];
  }
  const effect = await ask(moment, step.presentation);
  if (typeof effect === 'string') return effect;
  const { after, exchanged } = effect;
  const winner = step.by[exchanged.indexOf(true)];
  const newest = winner === undefined ? undefined : after.given.length - 1;
  const isLate = step.presentation.tokens.some((token) => isBeyondRace(moment.family, token, moment.now));
  const ways = Object.entries(step.answers).slice(0, newest === undefined ? 1 : undefined);
  return ways.map(([way, all]) => {
    const readers = way === '' ? all.filter((party) => party === winner) : all;
    return {
      moment: after,
      parties: learn(parties, step, { readers, newest, isLate }),
      name: newest === undefined || way === '' ? step.name : `${step.name}, ${way}`,
    };
  });
};

const keyOf = ({ moment, parties }: Pick<Place, 'moment' | 'parties'>): string =>
  `${moment.key} ${JSON.stringify(parties)}`;

/** The places one step further on. */
const goOn = async (
  answers: Answers,
  places: readonly Place[],
  { merges, note }: { readonly merges: boolean; readonly note: (path: readonly string[], fault: string) => void },
): Promise<Place[]> => {
  const next = new Map<string, Place>();
  for (const place of places) {
    for (const step of listSteps(place.parties)) {
      const taken = await take(answers, place, step);
      if (typeof taken === 'string') {
        note(place.path, taken);
        continue;
      }
      for (const { name, ...reached } of taken) {
        const key = merges ? keyOf(reached) : `${next.size}`;
        const known = next.get(key);
        const histories = place.histories + (known?.histories ?? 0);
        next.set(key, { ...reached, histories, path: known?.path ?? [...place.path, name] });
      }
    }
  }
  return [...next.values()];
};

const sum = (places: readonly Place[]): number => places.reduce((total, { histories }) => total + histories, 0);

/**
 * Takes every step from every place, so many in a row, and compares each answer of the real service with the rules.
 *
 * @param merges whether histories that lead to the same place go on as one
 */
export const explore = async (
  service: Service,
  { depth, now, merges = true }: { readonly depth: number; readonly now: number; readonly merges?: boolean },
): Promise<Exploration> => {
  const answers = newAnswers(service);
  const violations = new Set<string>();
  const note = (path: readonly string[], fault: string): void => {
    if (violations.size < reported) violations.add([...path, fault].join('; '));
  };
  const checked = new Set<string>();
  const check = async ({ moment, parties, path }: Place): Promise<void> => {
    if (parties.isHonest && moment.family.isOver) note(path, 'an honest client has lost its session');
    if (checked.has(moment.key)) return;
    checked.add(moment.key);
    for (const fault of await findFaults(answers, moment)) note(path, fault);
  };
  const first = answers.unify(await firstMoment(service, now));
  let open: Place[] = [{ moment: first, parties: atFirst, histories: 1, path: [] }];
  let [ended, places] = [0, 0];
  for (let left = depth; left > 0; left -= 1) {
    const reached = await goOn(answers, open, { merges, note });
    for (const place of reached) await check(place);
    open = reached.filter(({ moment }) => !moment.family.isOver);
    places += reached.length;
    ended += sum(reached) - sum(open);
  }
  return { histories: ended + sum(open), ended, places, ...answers.count(), violations: [...violations] };
};
