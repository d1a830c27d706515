/** A state of a consent for people. Only JSON calls one in force `active`, as the interface does. */
export const tellState = (state: string): string => (state === 'active' ? 'in force' : state);
