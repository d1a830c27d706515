/** Saves bytes as a file. */
export const saveFile = (bytes: Uint8Array, name: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
