/** What stays of an erased consent: the evidence without the person, or only a count. */
export const extents = ['evidence', 'everything'] as const;
