/** Parameters as a test writes them. */
export type Parameters = Readonly<Record<string, unknown>>;

type Pair = [string, string];

/** Pairs in bracket notation, as PHP's http_build_query writes them. */
export const toPairs = (parameters: unknown, prefix = ''): Pair[] => {
  if (typeof parameters !== 'object' || parameters === null) return [[prefix, String(parameters)]];
  return Object.entries(parameters).flatMap(([name, value]) =>
    toPairs(value, prefix === '' ? name : `${prefix}[${name}]`),
  );
};

/** A body and its media type, as a client sends them. */
export interface Encoded {
  readonly contentType: string;
  readonly body: Buffer;
}

const toForm = (parameters: Parameters): Encoded => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(new URLSearchParams(toPairs(parameters)).toString()),
});

const toJson = (parameters: Parameters): Encoded => ({
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(parameters)),
});

const toMultipart = (parameters: Parameters): Encoded => {
  const boundary = '----test-boundary';
  const parts = toPairs(parameters).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
};

export const encoders = { form: toForm, json: toJson, multipart: toMultipart } as const;
export type Encoding = keyof typeof encoders;

/** A form that escapes only what it must, so that a byte of a control character is a byte of the body. */
export const rawForm = (parameters: Parameters) => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(
    toPairs(parameters)
      .map(([name, value]) => `${name}=${value.replace(/[%&+=]/g, encodeURIComponent)}`)
      .join('&'),
  ),
});
