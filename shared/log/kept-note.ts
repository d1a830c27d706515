import { attempt } from '../runtime/values.ts';
import { isMap } from '../schema/scalar.ts';

/** The text from the first brace to the last one, as JSON. Undefined for anything else. */
const findJson = (text: string): unknown =>
  attempt(() => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));

/** The note in an event of the bus (docs/log.md, Anchors and time stamps), with or without EventBridge's envelope. */
const findTold = (text: string): string | undefined => {
  const event = findJson(text);
  const detail = isMap(event) && isMap(event.detail) ? event.detail : event;
  return isMap(detail) && typeof detail.note === 'string' ? detail.note : undefined;
};

/**
 * A kept checkpoint as it was signed, from a file with the note, whose line ends a mail program may have changed, or
 * from the event with the note, as the register mails it. Other texts stay other texts. This file runs in browsers too.
 */
export const readKeptNote = (text: string): string => `${(findTold(text) ?? text).replaceAll('\r\n', '\n').trim()}\n`;
