import { runProgram } from './admin/run.ts';
import { runCommand } from './stop.ts';

await runCommand(() => runProgram(process.argv.slice(2)));
