/**
 * Whether a text can be the address of one mailbox, as it is compared (docs/contract.md, Finding). It says nothing about
 * whether the mailbox exists. Names, schemes such as `mailto:`, several addresses and words such as `n/a` are none.
 */
export const isMailbox = (text: string): boolean =>
  /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\".]+(?:\.[^\s@,;:<>()[\]\\".]+)*$/u.test(
    text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim(),
  );
