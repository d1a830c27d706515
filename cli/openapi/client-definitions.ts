import { contract } from '../../shared/contract.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { operationNames } from './flow.ts';

const heading = `// Made of the contract by \`npm run generate\`; not to be edited.

import type { Definition, OperationName } from './operations.ts';

`;

/** The operations in the form of the client. */
export const defineForClient = (): string => {
  const lines = operationNames.map((name) => {
    const answers = descriptions[name].marks.map((member) => `'${member}'`).join(', ');
    const takesKey = 'idempotent' in contract[name];
    return `  ${name}: { path: '${contract[name].path}', answers: [${answers}], takesKey: ${takesKey} },\n`;
  });
  return `${heading}export const definitions = {\n${lines.join('')}} as const satisfies Record<OperationName, Definition>;\n`;
};
