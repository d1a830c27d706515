/** Saves content as a file. */
export const saveBlob = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** Saves bytes as a file. */
export const saveFile = (bytes: Uint8Array, name: string, type: string): void =>
  saveBlob(new Blob([bytes.slice()], { type }), name);
