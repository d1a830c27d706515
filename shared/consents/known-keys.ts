/** Keys of userData whose values are names of people, which many share. */
export const nameKeys: readonly string[] = ['first_name', 'last_name'];

/** Keys of userData whose values identify a person. Of several, the first decides (docs/people.md, Who must be asked again). */
export const identifyingKeys: readonly string[] = ['email', 'tax_code', 'mobile_phone', 'phone'];
