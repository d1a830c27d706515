#!/usr/bin/env node
// An older Node.js must be able to read this file, to say what to do: it has no import at its beginning and no new syntax.
const oldest = '22.15';

const isOlder = (version: string): boolean => {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const [wantedMajor, wantedMinor] = oldest.split('.').map(Number) as [number, number];
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
};

if (isOlder(process.versions.node)) {
  console.error(`consent-register: Node.js ${oldest} or newer is needed. This is ${process.versions.node}.`);
  process.exitCode = 5;
} else {
  import('./engine-settings.ts').then(({ setEngine }) => {
    setEngine();
    return import('./admin.ts');
  });
}
