import { describeProgram } from '../bench/program-options.ts';
import { describePackage } from '../release/manifest.ts';
import { makePackage, pack } from '../release/packing.ts';
import { exploreBadInput } from './installed/bad-input.ts';
import { exploreConstruct } from './installed/construct.ts';
import { hasNetwork } from './installed/folders.ts';
import { exploreLocalService } from './installed/local-service.ts';

describeProgram(
  'explore installed',
  'Packs the package, installs it into empty folders outside the repository, and uses it there: the construct in a fresh CDK app, the local service from an empty cache with the commands on it, and wrong calls. Needs the network, and Java.',
).parse();

const { peerDependencies } = describePackage([]);
const cdk = ['aws-cdk-lib', 'constructs'].map((name) => `${name}@${peerDependencies[name]}`);

const explorations: Readonly<Record<string, (packed: string) => Promise<string>>> = {
  construct: (packed) => exploreConstruct(packed, cdk),
  'local service': exploreLocalService,
  'bad input': exploreBadInput,
};

if (hasNetwork()) {
  await makePackage();
  const { file, size } = pack();
  console.log(`${file}: ${(size / 1e6).toFixed(2)} MB`);
  for (const [name, explore] of Object.entries(explorations)) {
    try {
      console.log(`${name}: ${await explore(file)}`);
    } catch (error) {
      console.error(`${name}: FAILED: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
} else {
  console.error('explore installed: SKIPPED. The registry of npm cannot be reached, and nothing was tried.');
}
