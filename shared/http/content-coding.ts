import { Problem } from '../problem.ts';

/** The registered codings (RFC 9110, section 8.4.1). Other names from the caller are not repeated in the answer. */
const knownCodings: readonly string[] = ['br', 'compress', 'deflate', 'gzip', 'x-compress', 'x-gzip', 'zstd'];

/** Bodies are read as they come. A compressed body could have any size. @throws Problem body.unsupported-media-type */
export const checkNoCoding = (header = ''): void => {
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase());
  const foreign = codings.filter((coding) => coding !== '' && coding !== 'identity');
  if (foreign.length === 0) return;
  const named = foreign.length === 1 && knownCodings.find((coding) => coding === foreign[0]);
  throw new Problem('body.unsupported-media-type', {
    detail: `The body is sent with ${named ? `Content-Encoding: ${named}` : 'a Content-Encoding'}. Send it uncompressed, without this header.`,
  });
};
