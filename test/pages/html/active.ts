/** Elements that HTML of others must not have where it is shown: they run, load or lead elsewhere. */
export const activeElements: readonly string[] =
  'script iframe object embed link meta base svg math img video audio template form'.split(' ');

/** Attributes that do so. Those of handlers begin with `on`. */
export const activeAttributes: readonly string[] =
  'src href action formaction background target popover popovertarget autofocus srcset ping'.split(' ');

/** Fields that could be filled in. */
export const fields: readonly string[] = ['input', 'button', 'select', 'textarea'];

/** All of them, as a selector. */
export const active = [
  ...activeElements,
  ...activeAttributes.map((name) => `[${name}]`),
  ...fields.map((name) => `${name}:enabled`),
].join(', ');

/**
 * Whether Chromium only says that it made no program of a handler in a text that it parses in a sandboxed frame. It says so before the text is
 * sanitised; what is shown has no handler.
 */
export const isHandlerNotMade = (offence: string): boolean =>
  /^Blocked script execution in '(?:about:srcdoc|http:\/\/[\d.:]+\/console\/frame-[\w-]+\.html)'/.test(offence);
