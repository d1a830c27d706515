import { runProgram } from './admin/run.ts';

process.exitCode = await runProgram(process.argv.slice(2));
