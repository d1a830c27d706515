/** What the page says of itself in a `meta` element, as `hosting/` writes it. */
const readSetting = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="consent-register-${name}"]`)?.content;

/** Where the service is: where the page says, or else where the page comes from. */
export const serviceUrl = (): string => readSetting('service') ?? new URL('.', location.href).href;

/** The empty page that frames show HTML of others in. */
export const framePage = (): string => new URL(readSetting('frame') ?? 'console/frame.html', location.href).href;

/** The page that evidence is saved in. */
export const evidencePage = (): string =>
  new URL(readSetting('evidence-page') ?? 'console/evidence.txt', location.href).href;

/** The words of a language that does not come with the program. */
export const wordsFile = (language: string): string =>
  new URL(readSetting(`words-${language}`) ?? `console/words-${language}.js`, location.href).href;
