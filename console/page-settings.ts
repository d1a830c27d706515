/** What the page says of itself in a `meta` element, as `hosting/` writes it. */
const readSetting = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="consent-register-${name}"]`)?.content;

/** Where the service is: where the page says, or else where the page comes from. */
export const serviceUrl = (): string => readSetting('service') ?? new URL('.', location.href).href;

/** The empty page that frames show HTML of others in. */
export const framePage = (): string => new URL(readSetting('frame') ?? 'console/frame.html', location.href).href;
