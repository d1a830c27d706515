import { runProgram } from './admin/run.ts';

const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
// npm runs scripts in the folder of package.json; paths are meant from where the person is.
if (script === 'admin' && folder !== undefined) process.chdir(folder);

process.exitCode = await runProgram(process.argv.slice(2));
