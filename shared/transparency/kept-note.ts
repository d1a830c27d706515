import { isMap } from '../schema/scalar.ts';

/** What stands between the first brace and the last one, as JSON; undefined for anything else. */
const findJson = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
};

/** The note that an event of the bus tells (docs/log.md, Anchors and time stamps), with or without what EventBridge puts around it. */
const findTold = (text: string): string | undefined => {
  const event = findJson(text);
  const detail = isMap(event) && isMap(event.detail) ? event.detail : event;
  return isMap(detail) && typeof detail.note === 'string' ? detail.note : undefined;
};

/**
 * A checkpoint that somebody has kept, as it was signed: of a file with the note, whose line ends a mail program may have written anew, or with
 * the event that has it, as the register mails it. Other texts are no notes afterwards either. It runs in browsers too.
 */
export const readKeptNote = (text: string): string => `${(findTold(text) ?? text).replaceAll('\r\n', '\n').trim()}\n`;
