import { defineForClient } from './client-definitions.ts';
import { describeForGenerators } from './client-document.ts';
import { describeForClient } from './client-schema.ts';
import { describeCollection } from './collection.ts';
import { describeInterface } from './document.ts';
import { describeRegisterEvents } from './events-schema.ts';
import { describeEvidence } from './evidence-schema.ts';
import { toMarkdown } from './markdown.ts';
import { describeEvents } from './sam-event.ts';

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The generated files: file -> content. */
export const generate = async (): Promise<ReadonlyMap<string, string>> => {
  const document = describeInterface();
  return new Map([
    ['docs/openapi.json', toJson(document)],
    ['docs/openapi.client.json', toJson(describeForGenerators())],
    ['docs/evidence.schema.json', toJson(describeEvidence())],
    ['docs/events.schema.json', toJson(describeRegisterEvents())],
    ['docs/interface.md', toMarkdown(document)],
    ['docs/collection.json', toJson(describeCollection())],
    ['client/definitions.ts', defineForClient()],
    ['client/schema.ts', describeForClient(document)],
    ...describeEvents().map(([name, event]) => [`test/events/${name}.json`, toJson(event)] as const),
  ]);
};
