import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { CommandError } from '../../errors.ts';
import { encodingOfMark, readCsvRecords, readHead, refuseOtherKinds } from '../../input/records.ts';
import { toWord } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { blank } from './import-mapping.ts';
import { formatOf } from './import-open.ts';
import { findSeparator, parseJsonRecord } from './import-read.ts';
import { timeReader } from './import-times.ts';

/**
 * Suggests a mapping file from the names of a file's columns and from its first lines. What it cannot know says FILL IN.
 *
 * @throws CommandError usage when the file cannot be read, or is of another kind
 */
export const suggestMapping = async (file: string): Promise<Result> => {
  const { columns, ...form } = await readColumns(file);
  if (columns.size === 0) throw new CommandError(`${escapeInvisible(file)} is empty.`, 'usage');
  if ([...columns.keys()].some(isMailbox)) throw new CommandError(`${escapeInvisible(file)} ${noHeader}`, 'usage');
  const found = findColumns([...columns.keys()]);
  const samples = (name: string | undefined): readonly string[] => (name && columns.get(name)) || [];
  const { key, email, lang, time, left, url, ip_address, ...persons } = found;
  const mapping = {
    ...form,
    ...suggestNulls([...samples(time), ...samples(left)]),
    key: [key ?? email ?? `${blank}: the column that identifies a record`],
    project: { value: `${blank}: the UID of the project, as in \`project list\`` },
    notice: { value: `${blank}: the name of the notice, as in \`notice list\`` },
    version: { value: `${blank}: the number of the version that people saw; without this line the one current then` },
    time: suggestTime(time, samples(time)),
    lang: suggestLang(lang, samples(lang)),
    userData: toSources({ email: email ?? `${blank}: the column of the e-mail address`, ...persons }),
    proof: {
      source: { value: `${blank}: where these consents come from, such as Mailchimp, audience Newsletter` },
      ...toSources({ url, ip_address }),
    },
    ...(left !== undefined && {
      revocation: {
        time: suggestTime(left, samples(left)),
        proof: { source: { value: `${blank}: where the revocations come from` } },
      },
    }),
  };
  const used = new Set<string | undefined>(Object.values(found));
  const unused = [...columns.keys()].filter((name) => name !== '' && !used.has(name));
  const open = findBlanks(mapping);
  return {
    data: { mapping, fillIn: open, unused },
    text: JSON.stringify(mapping, undefined, 2),
    remark: [
      `Save this as a file, and fill in what says ${blank} (${open.join(', ')}). Then \`consent import ${toWord(file)} --mapping <file> --source <name> --check\` tries it.`,
      ...(unused.length === 0 ? [] : [`Columns that nothing uses: ${unused.map(escapeInvisible).join(', ')}.`]),
    ].join('\n'),
  };
};

const noHeader = 'has an e-mail address in its first line, which must name its columns. Add such a line.';

// cspell:disable
/** Names of columns by what they mean, the best first, in English and the other languages of the pages; as Mailchimp, Brevo, HubSpot and WooCommerce write them. */
const columnNames = {
  key: 'id, contact id, record id, customer id, user id, member id, subscriber id, external id, ext id, leid, euid, order id, customer number, codice cliente, id cliente, numero cliente, kundennummer, kunden id, kunden nr, id client, numero client, codigo cliente',
  email:
    'email, e mail, email address, e mail address, mail, billing email, customer email, user email, indirizzo email, posta elettronica, email adresse, e mail adresse, emailadresse, adresse email, adresse e mail, courriel, correo, correo electronico, direccion email',
  mobile_phone:
    'mobile phone, mobile phone number, mobile, mobile number, cell phone, cell, sms, whatsapp, cellulare, numero cellulare, handy, handynummer, mobiltelefon, mobilnummer, portable, telephone portable, telephone mobile, movil, telefono movil, celular',
  phone:
    'phone, phone number, telephone, telephone number, tel, billing phone, telefono, numero di telefono, telefon, telefonnummer, numero de telephone, numero de telefono',
  first_name: 'first name, firstname, fname, given name, billing first name, nome, vorname, prenom, nombre',
  last_name:
    'last name, lastname, lname, surname, family name, billing last name, cognome, nachname, familienname, nom, nom de famille, apellido, apellidos',
  tax_code: 'tax code, tax id, codice fiscale, cf, steuer id, steuernummer, numero fiscal, nif',
  time: 'confirm time, optin time, opt in time, double optin time, doi date, consent date, consent time, consented at, agreed at, opt in date, optin date, subscribed at, subscribed on, subscription date, subscribe date, signup date, sign up date, signed up at, registered at, registration date, date registered, user registered, create date, created at, created, date created, creation date, added time, added at, date added, data consenso, data del consenso, data iscrizione, data di iscrizione, data registrazione, einwilligung am, einwilligungsdatum, anmeldedatum, angemeldet am, registriert am, date du consentement, date de consentement, date consentement, date d inscription, date inscription, fecha de consentimiento, fecha consentimiento, fecha de alta, fecha alta, timestamp, time, date, data, datum, fecha',
  left: 'unsub time, unsubscribe time, unsubscribe date, unsubscribed at, unsubscribed on, date unsubscribed, opt out date, optout date, opt out time, left at, left, revoked at, withdrawn at, data revoca, data disiscrizione, data cancellazione, widerruf am, widerrufsdatum, abmeldedatum, abgemeldet am, date de desinscription, date desinscription, date de desabonnement, fecha de baja, fecha baja',
  lang: 'language, lang, preferred language, locale, lingua, sprache, langue, idioma',
  url: 'page url, url, page, form url, signup url, landing page, source url, optin url, pagina, seite, adresse de la page',
  ip_address:
    'confirm ip, optin ip, opt in ip, signup ip, ip address, ip, customer ip address, indirizzo ip, ip adresse, adresse ip, direccion ip',
} as const;
// cspell:enable

type Meaning = keyof typeof columnNames;

/** Without case, accents and signs: `E-Mail` is `email`. */
const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The last part of a path such as `subject.email`. */
const lastOf = (column: string): string => column.slice(column.lastIndexOf('.') + 1);

/** The column of each meaning: by its whole name, or else by the last part of its path. */
const findColumns = (columns: readonly string[]): Partial<Record<Meaning, string>> =>
  Object.fromEntries(
    Object.entries(columnNames).flatMap(([meaning, texts]) => {
      const names = texts.split(', ').map(fold);
      const find = (nameOf: (column: string) => string) =>
        names.flatMap((name) => columns.find((column) => fold(nameOf(column)) === name) ?? [])[0];
      const found = find((column) => column) ?? find(lastOf);
      return found === undefined ? [] : [[meaning, found]];
    }),
  );

const toSources = (columns: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => (column === undefined ? [] : [[name, { column }]])),
  );

const nulls = /^(?:\\n|null|none|nil|n\/?a|-+|0000-00-00.*|0001-01-01.*)$/i;

const suggestNulls = (samples: readonly string[]) => {
  const found = [...new Set(samples.map((text) => text.trim()).filter((text) => nulls.test(text)))];
  return found.length === 0 ? {} : { null: found };
};

const hours = ['', ' H:mm', ' H:mm:ss', ', H:mm', ', H:mm:ss', ' h:mm a', ' h:mm:ss a', ', h:mm a', ', h:mm:ss a'];
const withHours = (days: readonly string[]) => days.flatMap((day) => hours.map((hour) => day + hour));
const formats = ['iso', ...withHours(['d/M/yyyy', 'M/d/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'M-d-yyyy', 'yyyy/M/d'])];
/** A year of two digits also reads one of four. */
const shortFormats = withHours(['d/M/yy', 'M/d/yy', 'd.M.yy']);

const findFormats = (known: readonly string[], texts: readonly string[]): readonly string[] =>
  known.filter((format) => {
    const read = timeReader({ column: '', format, zone: 'UTC' });
    return texts.every((text) => 'moment' in read(text));
  });

const suggestTime = (column: string | undefined, samples: readonly string[]) => {
  const texts = samples.map((text) => text.trim()).filter((text) => text !== '' && !nulls.test(text));
  const source = { column: column ?? `${blank}: the column of the time` };
  const zone = `${blank}: the zone of these times, such as Europe/Rome or UTC`;
  if (texts.length === 0) return { ...source, format: `${blank}: iso, or a format such as dd/MM/yyyy HH:mm`, zone };
  if (texts.every((text) => /^\d{10}$/.test(text))) return { ...source, format: 'epoch-seconds' };
  if (texts.every((text) => /^\d{13}$/.test(text))) return { ...source, format: 'epoch-milliseconds' };
  const long = findFormats(formats, texts);
  const fitting = long.length > 0 ? long : findFormats(shortFormats, texts);
  if (fitting[0] === 'iso') {
    const haveOffsets = texts.every((text) => /[T ]\d.*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i.test(text));
    return haveOffsets ? source : { ...source, zone };
  }
  const [format, ...others] = fitting;
  const meant = format === undefined ? 'a format such as dd/MM/yyyy HH:mm' : fitting.join(' or ');
  return { ...source, format: format !== undefined && others.length === 0 ? format : `${blank}: ${meant}`, zone };
};

const languageCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({ it: 'ita', en: 'eng', es: 'spa', de: 'deu', fr: 'fra', tr: 'tur', pt: 'por', ru: 'rus', uk: 'ukr' }),
);

const aLanguage = 'a language such as ita or eng';

const suggestLang = (column: string | undefined, samples: readonly string[]) => {
  if (column === undefined) return { value: `${blank}: ${aLanguage}, for all lines` };
  const words = [...new Set(samples.map((text) => text.trim()))].filter((text) => text !== '').slice(0, 20);
  const codes = words.map((word) => [
    word,
    languageCodes.get(word.slice(0, 2).toLowerCase()) ?? `${blank}: ${aLanguage}`,
  ]);
  return { column, values: Object.fromEntries(codes), default: `${blank}: ${aLanguage}, for lines without one` };
};

/** Where something must be filled in, such as `project.value`. */
const findBlanks = (value: unknown, path: readonly string[] = []): string[] => {
  if (typeof value === 'string') return value.startsWith(blank) ? [path.join('.')] : [];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => findBlanks(member, [...path, name]))
    : [];
};

/** How many lines are looked at. */
const mostSamples = 200;

/** The columns with the texts of the first lines, and what a mapping says about the form of the file. */
const readColumns = async (file: string) => {
  const head = await readHead(file);
  refuseOtherKinds(file, head);
  const { text, ...encoding } = decode(head);
  const isJson = formatOf(file) === 'jsonl' || (formatOf(file) === undefined && text.trimStart().startsWith('{'));
  const format = formatOf(file) === undefined ? { format: isJson ? 'jsonl' : 'csv' } : {};
  const columns = new Map<string, string[]>();
  if (isJson) {
    for (const line of text.split('\n').slice(0, mostSamples)) {
      for (const [name, value] of listPaths(parseJsonRecord(line).record ?? {})) {
        columns.set(name, [...(columns.get(name) ?? []), value]);
      }
    }
    return { ...format, ...encoding, columns };
  }
  const delimiter = guessDelimiter(text);
  const [header = [], ...rows] = await readRows(file, text, delimiter);
  for (const [i, name] of header.entries()) {
    if (!columns.has(name.trim()))
      columns.set(
        name.trim(),
        rows.map((cells) => cells[i] ?? ''),
      );
  }
  return { ...format, ...(delimiter !== ',' && { delimiter }), ...encoding, columns };
};

const decode = (head: Buffer): { readonly text: string; readonly encoding?: string } => {
  const marked = encodingOfMark(head);
  if (marked !== undefined) return { text: new TextDecoder(marked).decode(head) };
  const zero = head.indexOf(0);
  const wide = zero % 2 === 0 ? 'utf-16be' : 'utf-16le';
  if (zero >= 0) return { text: new TextDecoder(wide).decode(head), encoding: wide };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(head), encoding: 'windows-1252' };
  }
};

const delimiters = [',', ';', '\t', '|'];

/** The delimiter that the first lines name or have the most of. */
const guessDelimiter = (text: string): string => {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const [first = '', second = ''] = lines;
  const named = findSeparator(first);
  if (named) return named;
  const header = named === undefined ? first : second;
  const count = (delimiter: string): number => header.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length;
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
};

/** Lines with values, the header first; a line that the beginning of the file cuts is left out. */
const readRows = async (file: string, text: string, delimiter: string): Promise<(readonly string[])[]> => {
  const rows: (readonly string[])[] = [];
  const pieces = (async function* read() {
    yield text;
  })();
  try {
    for await (const { cells, raw, isEnded } of readCsvRecords(file, pieces, delimiter)) {
      const isHeader = rows.length === 0;
      if (findSeparator(raw) !== undefined || cells.every((cell) => cell.trim() === '')) continue;
      if (isHeader || isEnded) rows.push(cells);
      if (rows.length > mostSamples) break;
    }
  } catch (error) {
    if (rows.length === 0) throw error;
  }
  return rows;
};

/** Members of a record, and those of its objects, as paths with their texts. */
const listPaths = (record: object, path = ''): [string, string][] =>
  Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? listPaths(value, `${path}${name}.`)
      : [[`${path}${name}`, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
  );
