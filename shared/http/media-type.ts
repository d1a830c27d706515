import { Problem } from '../problem.ts';

const mediaTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] as const;

export type MediaType = (typeof mediaTypes)[number];

const foreignCharset = /^\s*charset\s*=(?!\s*"?utf-?8"?\s*$)/i;

/**
 * The media type of a Content-Type header, in any case and with any parameters.
 *
 * @throws Problem body.unsupported-media-type
 */
export const readMediaType = (contentType: string): MediaType => {
  const [type = '', ...attributes] = contentType.split(';');
  const mediaType = mediaTypes.find((known) => known === type.trim().toLowerCase());
  if (mediaType === undefined || attributes.some((attribute) => foreignCharset.test(attribute))) {
    throw new Problem('body.unsupported-media-type');
  }
  return mediaType;
};
