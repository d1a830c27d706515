/** Two values of a key: as recorded, as asked for, and whether they are the same. */
export interface ComparedValues {
  readonly key: string;
  readonly recorded: string;
  readonly asked: string;
  readonly same: boolean;
}

const row = (key: string, recorded: string, asked: string, answer: 'yes' | 'no'): ComparedValues => ({
  key,
  recorded,
  asked,
  same: answer === 'yes',
});

/** What people and sites write, after bug reports of other software. */
export const reportedValues = [
  row('email', 'zw\u200b@example.com', 'zw@example.com', 'yes'),
  row('email', 'so\u00adft@example.com', 'soft@example.com', 'yes'),
  row('email', 'lrm@example.com\u200e', 'lrm@example.com', 'yes'),
  row('email', 'nb@example.com\u00a0', 'nb@example.com', 'yes'),
  row('email', 'Ada@Example.COM', 'ada@example.com', 'yes'),
  row('email', 'ada@b\u00fccher.example', 'ada@xn--bcher-kva.example', 'yes'),
  row('email', 'stra\u00dfe@example.com', 'strasse@example.com', 'no'),
  row('email', 'ada@stra\u00dfe.example', 'ada@strasse.example', 'no'),
  row('email', 'x\u00b2@example.com', 'x2@example.com', 'no'),
  row('email', 'ada+shop@example.com', 'ada@example.com', 'no'),
  row('mobile_phone', '+39\u2011334\u20111234567', '+393341234567', 'yes'),
  row('mobile_phone', '\u202a+39 333 1234567\u202c', '+393331234567', 'yes'),
  row('phone', '0039 02 1234567', '+39021234567', 'yes'),
  row('phone', '02 1234567', '+39021234567', 'no'),
  row('tax_code', 'rss mra 85m01 h501z', 'RSSMRA85M01H501Z', 'yes'),
  row('last_name', 'Mu\u0308ller', 'M\u00fcller', 'yes'),
  row('last_name', '\u00c7elik', '\u00c7EL\u0130K', 'yes'),
  row('first_name', 'I\u015f\u0131l', 'I\u015eIL', 'yes'),
  row('last_name', 'O\u2019Brien', "O'Brien", 'yes'),
  row('last_name', "Niccolo'", 'Niccol\u00f2', 'no'),
] as const;
