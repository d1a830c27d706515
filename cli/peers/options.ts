/** Whether packages that are missing may be installed: said by an option, or asked. */
export type Permission = 'yes' | 'no' | 'ask';

/** The options of a command that may lack peers. */
export const installOption = [
  '--install',
  'install packages that it lacks into a cache folder, without asking',
] as const;
export const noInstallOption = ['--no-install', 'never install packages that it lacks'] as const;

/** What these options say. */
export const toPermission = (install: boolean | undefined): Permission =>
  install === undefined ? 'ask' : install ? 'yes' : 'no';
