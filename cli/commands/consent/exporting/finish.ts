import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inventory, Manifest } from '../../../../shared/consents/exchange/manifest.ts';
import { exportFiles } from '../../../../shared/consents/exchange/manifest.ts';
import type { NoticeLine } from '../../../../shared/consents/exchange/notice-line.ts';
import type { Project } from '../../../../shared/identity/project.ts';
import { replaceFile } from './durable-file.ts';
import { stateFile } from './export-state.ts';
import { takeInventory } from './inventory.ts';

async function* toLines(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** What accompanies the consents, and what the manifest says about their origin. */
export interface Rest {
  readonly notices: AsyncIterable<NoticeLine> | Iterable<NoticeLine>;
  readonly projects: readonly Project[];
  readonly origin: Pick<Manifest, 'account' | 'source' | 'asOf'>;
  readonly segments: number;
  readonly onLines: (count: number) => void;
}

const namesOf = (segments: number): string[] => {
  const numbers = Array.from({ length: segments }, (_, segment) => segment);
  return [
    ...numbers.map(exportFiles.consents),
    ...numbers.map(exportFiles.table),
    exportFiles.notices,
    exportFiles.projects,
  ];
};

const toManifest = (origin: Rest['origin'], inventory: Inventory, now: Date): Manifest => ({
  format: 'consent-register-export',
  formatVersion: 1,
  ...origin,
  finishedAt: now.toISOString(),
  ...inventory,
});

/**
 * Finishes an export after all consents are in their files: writes notices and projects, then a manifest computed from the disk, and finally
 * removes the state. The export is then complete.
 */
export const finishExport = async (
  folder: string,
  { notices, projects, origin, segments, onLines }: Rest,
): Promise<Manifest> => {
  await replaceFile(join(folder, exportFiles.notices), toLines(notices));
  await replaceFile(join(folder, exportFiles.projects), toLines(projects));
  const inventory = await takeInventory(folder, namesOf(segments), onLines);
  const manifest = toManifest(origin, inventory, new Date());
  await replaceFile(join(folder, exportFiles.manifest), [`${JSON.stringify(manifest, undefined, 2)}\n`]);
  await rm(join(folder, stateFile), { force: true });
  return manifest;
};
