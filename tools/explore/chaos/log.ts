const methods = ['info', 'warn', 'error'] as const;

/** Keeps the service's log out of a command's result. Returns what ends that. */
export const silenceLog = (): (() => void) => {
  const before = methods.map((method) => console[method]);
  for (const method of methods) console[method] = () => {};
  return () => {
    methods.forEach((method, i) => {
      console[method] = before[i] ?? (() => {});
    });
  };
};
