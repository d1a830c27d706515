import { exitCodes } from '../command-error.ts';
import { command, looks } from '../command.ts';
import { toTable } from '../printing/output.ts';
import { erasureChecks } from './erasure-checks.ts';
import { evidenceChecks } from './evidence-checks.ts';
import { look } from './doctor/finding.ts';
import { logChecks } from './doctor/log-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { tableChecks } from './doctor/table-checks.ts';

export const doctor = command(
  'doctor',
  `Checks a stage and says what to do about problems; exit code ${exitCodes.finding} if a check fails`,
  'doctor --stage prod',
).action(
  looks(async ({ stage, now }) => {
    const findings = await Promise.all(
      [...tableChecks, ...serviceChecks, ...evidenceChecks, ...erasureChecks, ...logChecks].map((check) =>
        look(check, stage, now),
      ),
    );
    const wrong = findings.filter(({ state }) => state === 'wrong').map(({ check }) => check);
    const rows = findings.map(({ check, state, says, todo = '' }) => ({ check, state, says, 'what to do': todo }));
    const finding = wrong.length === 0 ? {} : { finding: `Checks failed: ${wrong.join(', ')}.` };
    return { ...toTable(rows, '', findings), ...finding };
  }),
);
