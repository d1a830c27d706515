/**
 * The short name of a caller: the user or session at the end of an ARN, such as `grace` in
 * `arn:aws:sts::123456789012:assumed-role/Operator/grace`. Other names stay as they are, such as `local:ada`.
 */
export const shortenCaller = (by: string): string => (by.startsWith('arn:') ? (by.split(/[/:]/).at(-1) ?? by) : by);
