/** What is said around HTML of others. */
export interface ConsoleMarkupWords {
  readonly notShown: string;
}
