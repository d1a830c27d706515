/** The allowed names of stages. */
export const stageName = {
  pattern: /^[a-z][a-z0-9-]{0,19}$/,
  rule: 'must be up to 20 lower-case letters, digits and dashes, a letter first',
} as const;

/** How often checkpoints are published: what the option allows, and its default. */
export const checkpointMinutes = { least: 1, most: 60, usual: 15 } as const;

/** The CloudFormation stack of a stage. */
export const toStackName = (stage: string): string => `ConsentRegister-${stage}`;

/** Whether a stage is for development, judging by its name. */
export const isDevelopment = (stage: string): boolean => /^dev(?:-|$)/.test(stage);

/** Names of the outputs of a stage. In a stack that has more in it, they begin with the path of the register there. */
export const stackOutputs = {
  /** The stage's name. By it commands find the registers in a stack. */
  register: 'ConsentRegister',
  apiUrl: 'ApiUrl',
  consoleUrl: 'ConsoleUrl',
  tableName: 'TableName',
  erasuresTableName: 'ErasuresTableName',
  logTableName: 'LogTableName',
  anchorBucket: 'AnchorBucket',
  signingKeySecret: 'SigningKeySecret',
  evidenceKey: 'EvidenceKey',
  linkSecret: 'LinkSecretArn',
  mailFrom: 'MailFrom',
  eventBus: 'EventBusName',
  encryptionKey: 'EncryptionKey',
  alarmTopic: 'AlarmTopicArn',
  backupDays: 'BackupDays',
  backupVault: 'BackupVault',
} as const;

/** Days for which DynamoDB restores any second, also of a deleted table (point-in-time recovery). */
export const restorableDays = 35;

/** Days after which no backup has what is deleted today. @param backupDays of AWS Backup, if the stage uses it */
export const longestBackupDays = (backupDays = 0): number => Math.max(restorableDays, backupDays);

/** Days for which entries of the access log are kept: what Italy asks of banks. */
export const accessLogDays = 730;
