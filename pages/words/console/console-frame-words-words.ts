/** Texts around every page. */
export interface FrameWords {
  readonly name: string;
  readonly navigation: string;
  readonly find: string;
  readonly consents: string;
  readonly notices: string;
  readonly overview: string;
  readonly language: string;
  readonly skip: string;
  readonly nowhere: string;
  readonly nowhereMeaning: string;
  readonly fault: string;
  readonly faultMeaning: string;
  readonly again: string;
  readonly toBeginning: string;
}
