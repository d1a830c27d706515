import type { Bytes } from './ber.ts';

const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+?)-----END CERTIFICATE-----/g;

/** The certificates of a PEM text, each as DER. Other text and invalid base64 are skipped. */
export const readPem = (text: string): readonly Bytes[] =>
  [...text.matchAll(block)].flatMap(([, content = '']) => {
    try {
      return [Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))];
    } catch {
      return [];
    }
  });
