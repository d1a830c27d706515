import type { Bytes } from './ber.ts';

const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g;

/** The certificates of a text in PEM, each as DER; what stands around them is passed over, and what is no base64 too. */
export const readPem = (text: string): readonly Bytes[] =>
  [...text.matchAll(block)].flatMap(([, content = '']) => {
    try {
      return [Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))];
    } catch {
      return [];
    }
  });
