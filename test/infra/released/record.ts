import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { recordDeployed } from './lasting.ts';

/** Records what a release deploys, once it is made: `node test/infra/released/record.ts`. */
const release = { version: manifest.version, ...recordDeployed() };
writeFileSync(join(import.meta.dirname, 'released.json'), `${JSON.stringify(release, undefined, 1)}\n`);
