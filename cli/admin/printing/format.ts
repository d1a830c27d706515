/** Whether a script reads what is printed. */
let isForScripts = false;

/** Says whether a script reads what is printed from now on: data and errors as JSON, and no notes. */
export const speakJson = (isWanted: boolean): void => {
  isForScripts = isWanted;
};

export const speaksJson = (): boolean => isForScripts;

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As JSON, in which nothing stands as it is that a terminal would obey, not show. It reads the same. */
export const toJson = (data: unknown): string =>
  JSON.stringify(data, undefined, 2).replace(/[\u007f-\u009f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
