/** Texts of a list of consents. */
export interface ConsentsWords {
  readonly heading: string;
  /** Label of the search criteria. */
  readonly asked: string;
  readonly all: string;
  readonly change: string;
  /** If the typed values are no longer in memory. */
  readonly lost: string;
  readonly given: string;
  readonly person: string;
  readonly notice: string;
  readonly version: (version: string) => string;
  readonly project: string;
  readonly language: string;
  readonly channel: string;
  readonly state: string;
  readonly since: (time: string) => string;
  readonly expires: (time: string) => string;
  readonly imported: string;
  /** In place of an erased person. */
  readonly nobody: string;
  readonly more: (count: number) => string;
  readonly shown: (rows: number, count: string) => string;
  readonly thereIsMore: string;
  readonly thatIsAll: string;
  readonly thatIsEnd: string;
  readonly older: string;
  readonly newer: string;
  readonly newest: string;
  readonly lookedThrough: (day: string) => string;
  readonly looking: (day: string, rows: number, count: string) => string;
  readonly stop: string;
  readonly goOn: string;
  readonly none: string;
  readonly noneOlder: string;
  readonly tryWhole: string;
  readonly tryFilter: string;
  readonly tryErased: string;
  readonly tryInstead: string;
  readonly timeline: string;
  readonly from: (time: string) => string;
  readonly until: (time: string) => string;
}
