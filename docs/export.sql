-- Tables of an export for Amazon Athena, and queries to them (docs/export.md). EXPORTS is your bucket.

-- Consents. Keys of userData may have any spelling, so they are not folded; members that differ between lines are a text of JSON.
CREATE EXTERNAL TABLE consents (
  `id` string,
  `projectuid` string,
  `projectid` string,
  `consentinformationpid` bigint,
  `consentinformationversionid` string,
  `contenthash` string,
  `noticenamedby` string,
  `lang` string,
  `time` string,
  `channel` string,
  `proof` map<string,string>,
  `userdata` string,
  `observed` string,
  `revoketime` string,
  `revokechannel` string,
  `revokeproof` map<string,string>,
  `revokeobserved` string,
  `erasetime` string,
  `imported` string
)
ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'
WITH SERDEPROPERTIES (
  'case.insensitive' = 'FALSE',
  'mapping.projectuid' = 'projectUid',
  'mapping.projectid' = 'projectId',
  'mapping.consentinformationpid' = 'consentInformationPid',
  'mapping.consentinformationversionid' = 'consentInformationVersionId',
  'mapping.contenthash' = 'contentHash',
  'mapping.noticenamedby' = 'noticeNamedBy',
  'mapping.userdata' = 'userData',
  'mapping.revoketime' = 'revokeTime',
  'mapping.revokechannel' = 'revokeChannel',
  'mapping.revokeproof' = 'revokeProof',
  'mapping.revokeobserved' = 'revokeObserved',
  'mapping.erasetime' = 'eraseTime'
)
LOCATION 's3://EXPORTS/2026-11/consents/';

-- Versions of notices.
CREATE EXTERNAL TABLE notices (
  `pid` bigint,
  `name` string,
  `versionid` string,
  `version` int,
  `contenthash` string,
  `publishedat` string,
  `publishedby` string,
  `currentuntil` string,
  `retiredat` string,
  `content` string
)
ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'
WITH SERDEPROPERTIES (
  'case.insensitive' = 'FALSE',
  'mapping.versionid' = 'versionId',
  'mapping.contenthash' = 'contentHash',
  'mapping.publishedat' = 'publishedAt',
  'mapping.publishedby' = 'publishedBy',
  'mapping.currentuntil' = 'currentUntil',
  'mapping.retiredat' = 'retiredAt'
)
LOCATION 's3://EXPORTS/2026-11/notices/';

-- Projects.
CREATE EXTERNAL TABLE projects (
  `uid` string,
  `id` string,
  `name` string,
  `createdat` string
)
ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe'
WITH SERDEPROPERTIES (
  'case.insensitive' = 'FALSE',
  'mapping.createdat' = 'createdAt'
)
LOCATION 's3://EXPORTS/2026-11/projects/';

-- Check first that Athena reads every line: the counts must be those of the manifest.
SELECT count(*) AS consents, count(revoketime) AS revoked, count(erasetime) AS erased, count(imported) AS imported FROM consents;

-- Consents to each version, and how many of them are neither revoked nor erased.
SELECT n.name, n.version, count(*) AS given, count_if(c.revoketime IS NULL AND c.erasetime IS NULL) AS left
FROM consents c JOIN notices n ON n.versionid = c.consentinformationversionid
GROUP BY n.name, n.version ORDER BY n.name, n.version;

-- All consents of one email, which may be a text or have a label.
SELECT id, "time", revoketime, proof['url'] AS url, json_extract_scalar(observed, '$.sourceIp') AS address
FROM consents
WHERE lower(coalesce(json_extract_scalar(userdata, '$.email.value'), json_extract_scalar(userdata, '$.email'))) = 'ada@example.com';

-- Consents by month and channel in a period.
SELECT date_trunc('month', from_iso8601_timestamp("time")) AS month, channel, count(*) AS given
FROM consents WHERE "time" >= '2026-01-01' AND "time" < '2027-01-01'
GROUP BY 1, 2 ORDER BY 1, 2;
