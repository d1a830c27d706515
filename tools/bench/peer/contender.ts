import type { Call, Client } from './client.ts';

/** Something a service is asked to do for a person. Persons are numbered; those that were stored first come first. */
export interface Operation {
  readonly name: string;
  readonly isFor: 'a new person' | 'a stored person';
  readonly call: (person: number) => Call;
  /** Whether an answer has the one consent of the person. */
  readonly succeeded: (body: unknown, person: number) => boolean;
}

/** In bytes; `database` where it is a process of its own. */
export interface Memory {
  readonly server: number;
  readonly database?: number;
}

/** From the start of a process to its first answer, in milliseconds, and the memory it then has, in bytes. */
export interface ColdStart {
  readonly milliseconds: number;
  readonly memory: number;
}

/** A service in the comparison, running; person 0 has a consent that was recorded through its interface. */
export interface Contender {
  readonly name: string;
  readonly client: Client;
  readonly operations: readonly Operation[];
  /** Stores a consent for each person from the first number up to the second one, beside its interface. */
  readonly seed: (from: number, to: number) => Promise<void>;
  readonly measureMemory: () => Promise<Memory>;
  readonly startCold: () => Promise<ColdStart>;
  /** Milliseconds that the service has waited for its database so far, where it can be told. */
  readonly readWaiting?: () => Promise<number>;
  /** Makes the indexes that a user could add, where the service does not bring them along. */
  readonly addIndexes?: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const emailOf = (person: number): string => `person-${person}@example.com`;

/** What is kept as evidence of every consent, on both sides. */
export const proof = {
  url: 'https://shop.example/newsletter',
  html: '<form><label><input type="checkbox" name="newsletter"> I want to receive the newsletter</label></form>',
};
