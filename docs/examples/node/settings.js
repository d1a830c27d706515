/**
 * The settings of the examples in this folder, and the client that they describe. Copy it next to the example, and install the package
 * @consent-register/client.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines).
 *
 * It needs Node.js 20 or newer.
 */

import { createClient } from '@consent-register/client';

/** Ends the program with one sentence that says what to do. */
export const refuse = (sentence) => {
  console.error(sentence);
  return process.exit(2);
};

export const setting = (name) => process.env[name] || refuse(`Set the environment variable ${name}.`);

export const numberSetting = (name) => {
  const value = setting(name);
  if (!/^\d{1,15}$/.test(value)) refuse(`${name} must be a number.`);
  return Number(value);
};

/**
 * A client with at most four tries and so many milliseconds for a request: a visitor waits for it. It serves all requests of a process.
 */
export const openClient = (totalTime = 15_000) => {
  const baseUrl = setting('REGISTER_URL');
  if (!/^https?:\/\//i.test(baseUrl)) refuse('REGISTER_URL must begin with http:// or https://.');
  return createClient({ baseUrl, key: setting('REGISTER_KEY'), attempts: 4, timeout: 10_000, totalTime });
};
