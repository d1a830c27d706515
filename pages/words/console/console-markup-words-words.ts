/** Texts around third-party HTML. */
export interface ConsoleMarkupWords {
  readonly notShown: string;
}
