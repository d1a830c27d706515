/** A plugin of Stryker: writes down each result as it comes, since a run may be ended before all are there. */
import { appendFileSync } from 'node:fs';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { variables } from './variables.ts';

const file = process.env[variables.results] ?? '';

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Reporter, 'record', {
    onMutantTested(result: object): void {
      appendFileSync(file, `${JSON.stringify(result)}\n`);
    },
  }),
];
