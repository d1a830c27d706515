import type { Outcome } from './round.ts';

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/** What happened in all rounds together, as rows of a table. */
export const summarise = (
  outcomes: readonly Outcome[],
): { sums: (readonly [string, number])[]; violations: number } => {
  const adds = outcomes.flatMap(({ history }) => history.adds);
  const revokes = outcomes.flatMap(({ history }) => history.revokes);
  const winners = outcomes.flatMap(({ history }) => [...history.winners.values()]);
  const acknowledged = (requests: readonly { readonly answers: readonly string[] }[]) =>
    requests.filter(({ answers }) => answers.length > 0).length;
  const replays = sum([...adds, ...revokes].map(({ answers }) => Math.max(0, answers.length - 1)));
  const violations = sum(outcomes.map((outcome) => outcome.violations.length));
  return {
    violations,
    sums: [
      ['requests to add', adds.length],
      ['of these acknowledged', acknowledged(adds)],
      ['consents stored', sum(outcomes.map(({ stored }) => stored))],
      ['requests to revoke', revokes.length],
      ['of these acknowledged', acknowledged(revokes)],
      ['repetitions under an Idempotency-Key that got the first answer', replays],
      ['refresh tokens presented', winners.length],
      ['of these exchanged', sum(winners)],
      ['refresh chains ended by an answer that was lost', sum(outcomes.map(({ lostChains }) => lostChains))],
      ['violations', violations],
    ],
  };
};
