import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { recordDeployed } from './lasting.ts';

/** Records what a release deploys and stores, once it is made: `node test/infra/released/record.ts`. */
const release = { version: manifest.version, ...recordDeployed() };
writeFileSync(join(import.meta.dirname, 'released.json'), `${JSON.stringify(release, undefined, 1)}\n`);
// The modules of a call read where it works from the environment.
for (const name of ['TABLE_NAME', 'SIGNING_KEY_SECRET', 'EVIDENCE_KEY', 'STAGE']) process.env[name] ??= 'none';
const { recordData } = await import('./record-data.ts');
await recordData();
