import type { OperationName } from '../../../shared/contract.ts';
import type { Units } from '../../../test/support/capacity.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import type { startMeter } from '../../../test/support/meter.ts';
import { call } from './calls.ts';
import type { Register } from './register.ts';
import { countRounds } from './rounds.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/** What a call took. */
export interface LedgerRow extends Units {
  readonly operation: OperationName;
  readonly name: string;
  /** Calls to DynamoDB, and those of them that waited for one another. */
  readonly calls: number;
  readonly rounds: number;
  /** By how much the table grows, as storage is billed. */
  readonly storedBytes: number;
  /** Of JSON from DynamoDB, and of the answer. */
  readonly storeBytes: number;
  readonly answerBytes: number;
  /** The answer's own count of what a search found. */
  readonly found: number | undefined;
}

type Meter = Awaited<ReturnType<typeof startMeter>>;

/** Calls until an answer comes that is not 503: a long list is counted in parts. */
const finish = async ({ operation, parameters, headers = {}, isAnonymous }: Scenario, register: Register) => {
  const { accessToken: token } = register.tokens;
  for (;;) {
    const answer = await call(operation, parameters(register), isAnonymous ? { headers } : { token, headers });
    if (!answer.isUnfinished) return answer;
  }
};

/** Makes the calls of all scenarios against a register, in order, and measures each. */
export const measureLedger = async (meter: Meter, register: Register, stored: number): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  for (const scenario of scenarios(stored)) {
    const { calls, result: counted } = await meter(() => countRounds(() => finish(scenario, register)));
    const { rounds, result } = counted;
    rows.push({
      operation: scenario.operation,
      name: scenario.name,
      calls: calls.length,
      rounds,
      ...addUnits(calls),
      storedBytes: calls.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
      storeBytes: calls.reduce((sum, { bytes }) => sum + bytes, 0),
      answerBytes: result.bytes,
      found: result.body.totalResults,
    });
  }
  return rows;
};
