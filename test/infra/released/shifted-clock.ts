/** Loaded before a program (`node --import`): its clock is ahead of this machine's by `CLOCK_SHIFT` milliseconds. */
const MachineDate = Date;
const shift = Number(process.env.CLOCK_SHIFT ?? 0);

globalThis.Date = class extends MachineDate {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(MachineDate.now() + shift);
    else super(...(given as [number]));
  }

  static override now(): number {
    return MachineDate.now() + shift;
  }
} as DateConstructor;
