/**
 * Who made a change, as people read it: the name of the user or of the session that an ARN ends with, such as `grace` of
 * `arn:aws:sts::123456789012:assumed-role/Operator/grace`. Anybody else stays as written: `local:ada`.
 */
export const shortenCaller = (by: string): string => (by.startsWith('arn:') ? (by.split(/[/:]/).at(-1) ?? by) : by);
