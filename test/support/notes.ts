/** The note with another time in its cosignature, which nobody signed. */
export const retime = (note: string, seconds = 1): string => {
  const lines = note.split('\n');
  const [dash, name, encoded = ''] = (lines[5] ?? '').split(' ');
  const bytes = Buffer.from(encoded, 'base64');
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(4) + BigInt(seconds), 4);
  return lines.with(5, `${dash} ${name} ${bytes.toString('base64')}`).join('\n');
};
