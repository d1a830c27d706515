import { clientDirectory } from './directories.ts';
import type { Generator } from './generator.ts';
import { runProgram } from './run-program.ts';

export type Step = 'generated' | 'built' | 'journey' | 'open answers';

/** How far a generator came: whether each step succeeded, what failed first, or what the machine lacks for it. */
export interface Attempt {
  readonly generator: Generator;
  readonly done: readonly Step[];
  readonly failed?: { readonly step: Step; readonly reason: string };
  readonly lack?: string;
}

/** What a journey reads from its environment: where the register is, who calls, and what an answer has in some places. */
export interface Surroundings {
  readonly REGISTER_URL: string;
  readonly REGISTER_EMAIL: string;
  readonly REGISTER_PASSWORD: string;
  readonly CHANNEL: string;
  readonly PROBLEM_CODE: string;
  readonly PARAMETER_CODE: string;
}

const walk = (generator: Generator, directory: string, person: string, surroundings: Surroundings): Promise<void> =>
  runProgram(generator.journey, directory, { ...surroundings, PERSON: `${person}@example.com` });

/** Generates and builds a client, and walks its journey twice: with today's service, and with a later version. */
export const tryGenerator = async (
  generator: Generator,
  today: Surroundings,
  later: Surroundings,
): Promise<Attempt> => {
  const lack = generator.findLack();
  if (lack !== undefined) return { generator, done: [], lack };
  const directory = await clientDirectory(generator.name, generator.folders);
  const steps: readonly (readonly [Step, () => Promise<void>])[] = [
    ['generated', () => generator.generate(directory)],
    ['built', () => generator.build(directory)],
    ['journey', () => walk(generator, directory, generator.name, today)],
    ['open answers', () => walk(generator, directory, `later.${generator.name}`, later)],
  ];
  const done: Step[] = [];
  for (const [step, take] of steps) {
    try {
      await take();
      done.push(step);
    } catch (error) {
      return { generator, done, failed: { step, reason: error instanceof Error ? error.message : String(error) } };
    }
  }
  return { generator, done };
};
