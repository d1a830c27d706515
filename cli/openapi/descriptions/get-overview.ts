import { Overview, OverviewMonth, OverviewVersion } from '../../../shared/log/sums/answer.ts';
import { overviewMonths } from '../../../shared/log/sums/request.ts';
import type { Description } from './description.ts';
import { otherVersionId, time, versionId } from './example-data.ts';

export const getOverview: Description<'getOverview'> = {
  tag: 'lists',
  summary: 'Get an overview',
  description: `Counts the consents that were given and revoked in each of up to ${overviewMonths.most} months, and those in force at the end of each month. For each version, it counts the consents in force now. The figures are sums from the log of the register, up to \`countTime\`. A consent whose validity ends today does not count as in force.`,
  examples: {
    overview: {
      summary: 'Two months of a project',
      request: { projectUid: 'demo-shop', months: 2 },
      answer: {
        countTime: time,
        data: [
          { month: '2026-10', given: 412, withdrawn: 9, inForce: 5_208 },
          { month: '2026-11', given: 377, withdrawn: 12, inForce: 5_561 },
        ],
        versions: [
          {
            consentInformationPid: 1,
            consentInformationVersionId: otherVersionId,
            consentInformationVersion: 2,
            inForce: 3_320,
          },
          {
            consentInformationPid: 2,
            consentInformationVersionId: versionId,
            consentInformationVersion: 1,
            inForce: 2_241,
          },
        ],
      },
      step: 58,
    },
  },
  schemas: { Overview, OverviewMonth, OverviewVersion },
  links: {},
  refused: { months: 25 },
  marks: ['countTime'],
};
