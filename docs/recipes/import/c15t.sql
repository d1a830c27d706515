-- Writes one line for each consent of c15t and each of its purposes, with the time when that purpose was withdrawn: by an entry of
-- consentRecord, or by a later choice of the same subject on the same domain without that purpose. For PostgreSQL:
--
--   psql "$DATABASE_URL" --tuples-only --no-align --file c15t.sql > c15t.jsonl

WITH given AS (
  SELECT c.*, COALESCE(c."purposeIds"::jsonb -> 'json', c."purposeIds"::jsonb) AS purposes
  FROM "consent" c
)
SELECT row_to_json(line) FROM (
  SELECT
    c."id", c."givenAt", c."status", c."subjectId", s."externalId", d."name" AS "domain", p."code" AS "purpose",
    y."type" AS "policyType", y."version" AS "policyVersion", c."ipAddress", c."userAgent", c."metadata",
    LEAST(
      (SELECT MIN(r."createdAt") FROM "consentRecord" r WHERE r."consentId" = c."id" AND r."actionType" ILIKE '%withdr%'),
      (SELECT MIN(l."givenAt") FROM given l
       WHERE l."subjectId" = c."subjectId" AND l."domainId" = c."domainId" AND l."givenAt" > c."givenAt"
         AND NOT l.purposes ? p."id")
    ) AS "withdrawnAt",
    c."withdrawalReason"
  FROM given c
  JOIN "subject" s ON s."id" = c."subjectId"
  JOIN "domain" d ON d."id" = c."domainId"
  JOIN "consentPurpose" p ON c.purposes ? p."id"
  LEFT JOIN "consentPolicy" y ON y."id" = c."policyId"
  ORDER BY c."givenAt", c."id", p."code"
) line;
