/** A setting of the page, from a `meta` element that `pages/build-console.ts` writes. */
const readSetting = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="consent-register-${name}"]`)?.content;

/** The address of the service, which serves the page. */
export const serviceUrl = (): string => new URL('.', location.href).href;

/** The empty page for frames that show third-party HTML. */
export const framePage = (): string => new URL(readSetting('frame') ?? 'console/frame.html', location.href).href;

/** The template page for saved evidence. */
export const evidencePage = (): string =>
  new URL(readSetting('evidence-page') ?? 'console/evidence.txt', location.href).href;

/** The page that verifies documents with the keys of the register. */
export const verifyPage = (): string => new URL(readSetting('verify-page') ?? 'console/verify', location.href).href;

/** The key file of the register. */
export const keyFile = (): string => new URL(readSetting('keys') ?? 'evidence/keys.json', location.href).href;

/** The file with the catalogue of a language. */
export const catalogueFile = (language: string): string =>
  new URL(readSetting(`catalogue-${language}`) ?? `console/console-${language}.json`, location.href).href;

/** A message about the loading of a language, in that language, whose catalogue is not there yet. */
export const readAwaited = (language: string, message: string): string =>
  readSetting(`language-${language}-${message}`) ?? '';
