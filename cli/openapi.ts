import { attempt } from './command-error.ts';
import { generate } from './openapi/generated.ts';
import { writeGenerated } from './write-generated.ts';

process.exitCode = await attempt(async () => writeGenerated(await generate(), 'npm run openapi', process.argv));
