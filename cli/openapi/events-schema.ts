import { toJsonSchema } from '@valibot/to-json-schema';
import { SentEvent } from '../../shared/log/events/event-schema.ts';
import type { Schema } from './schema.ts';

/** The `detail` of an event on the bus as JSON Schema 2020-12 (docs/events.md). */
export const describeRegisterEvents = (): Schema => ({
  title: 'Event of a consent register',
  description: 'The `detail` of an event on the bus. Later versions may add members and types. See docs/events.md.',
  ...toJsonSchema(SentEvent, { target: 'draft-2020-12' }),
});
