import { Busboy } from '@fastify/busboy';

export type Fields = readonly (readonly [name: string, value: string])[];

/** The fields as Node's fetch reads them, by the WHATWG's rules; undefined where it refuses the body. */
export const readAsFetch = async (body: string, contentType: string): Promise<Fields | undefined> => {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : 'a file']);
  } catch {
    return undefined;
  }
};

/** The fields as busboy reads them, which unfolds headers and decodes charsets; undefined where it refuses the body. */
export const readAsBusboy = (body: string, contentType: string): Promise<Fields | undefined> =>
  new Promise((resolve) => {
    const fields: (readonly [string, string])[] = [];
    const busboy = new Busboy({ headers: { 'content-type': contentType }, fileHwm: 2 * 1024 * 1024 });
    busboy.on('field', (name, value) => fields.push([name, value]));
    busboy.on('file', (name, stream) => {
      fields.push([name, 'a file']);
      stream.on('error', () => resolve(undefined)).resume();
    });
    busboy.on('error', () => resolve(undefined));
    busboy.on('finish', () => resolve(fields));
    busboy.end(body);
  });
