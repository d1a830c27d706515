/** Texts of the timeline of a person. */
export interface PersonWords {
  /** Title of the tab, which names nobody. */
  readonly title: string;
  readonly heading: (value: string) => string;
  readonly back: string;
  readonly found: (rows: number, count: string) => string;
  readonly choose: string;
  readonly chooseHelp: string;
  readonly chooseOne: string;
  readonly erased: string;
  readonly unknown: string;
  readonly noErased: string;
  /** If there are more than the page shows. */
  readonly cut: (count: string) => string;
  readonly all: string;
  readonly inForce: (version: string, time: string) => string;
  readonly alreadySince: (version: string, time: string) => string;
  readonly endsOn: (time: string) => string;
  readonly notInForce: string;
  readonly ended: {
    readonly revoked: (time: string) => string;
    readonly expired: (time: string) => string;
    readonly superseded: (time: string) => string;
    readonly erased: (time: string) => string;
  };
  readonly events: {
    readonly given: (version: string, channel: string, language: string) => string;
    readonly imported: string;
    readonly revoked: string;
    readonly expired: string;
    readonly superseded: string;
    readonly erased: string;
  };
  readonly theConsent: string;
  readonly theText: (version: string) => string;
  readonly showAll: (count: string) => string;
}
