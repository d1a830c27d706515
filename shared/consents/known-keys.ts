/** The keys of userData that the contract names (docs/contract.md, Recording), in the order in which people read them. */
export const knownKeys = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone', 'tax_code'] as const;
export type KnownKey = (typeof knownKeys)[number];

/** Those whose values are names of people, which many share. */
export const nameKeys: readonly string[] = ['first_name', 'last_name'] satisfies KnownKey[];

/** Those whose values identify a person. Of several, the first decides (docs/people.md, Who must be asked again). */
export const identifyingKeys: readonly string[] = ['email', 'tax_code', 'mobile_phone', 'phone'] satisfies KnownKey[];
