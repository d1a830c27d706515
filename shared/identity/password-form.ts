/**
 * A password in the form in which it is judged, hashed and compared (NIST SP 800-63B-4, section 3.1.1.2): keyboards
 * write the same letter as one character or as two.
 */
export const composePassword = (password: string): string => password.normalize('NFC');
