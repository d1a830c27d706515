import { commonHeaders } from '../../shared/http/answer.ts';
import type { ConsoleFile } from '../../pages/build-console.ts';

/** Browser features that no page of the console uses. */
const denied = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'screen-wake-lock', 'usb'],
];

/** Headers of pages. A policy in a `meta` element cannot say who may frame a page. */
const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': denied.map((name) => `${name}=()`).join(', '),
});

/** One year for files with a hash in their name. Browsers revalidate the page each time, so it names the newest files. */
const lifetimeOf = (name: string): string => (name === '' ? 'no-cache' : 'public, max-age=31536000, immutable');

/** The headers of a file of the console, in any coding. */
export const headersOf = ({ name, contentType, policy }: ConsoleFile): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  'cache-control': lifetimeOf(name),
  'content-type': contentType,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  ...(policy !== undefined && pageHeaders(policy)),
});
