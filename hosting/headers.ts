import { commonHeaders } from '../shared/http/answer.ts';
import type { ConsoleFile } from './build.ts';

/** What no page of the console asks a browser for. */
const denied = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
  ...['gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'screen-wake-lock', 'usb'],
];

/** Of pages: who may frame them is part of their policy, which a `meta` element cannot say. */
const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': denied.map((name) => `${name}=()`).join(', '),
});

/** A year, for what has its hash in its name. The page is asked for each time, so that it names the newest files. */
const lifetimeOf = (name: string): string => (name === '' ? 'no-cache' : 'public, max-age=31536000, immutable');

/** The headers of a file of the console, whatever its coding. */
export const headersOf = ({ name, contentType, policy }: ConsoleFile): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  'cache-control': lifetimeOf(name),
  'content-type': contentType,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
  ...(policy !== undefined && pageHeaders(policy)),
});
