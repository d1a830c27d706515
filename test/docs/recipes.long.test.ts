import { representFile } from '../support/representative.ts';
import { describeCheck } from './recipes/check-suite.ts';
import { describeCrmExports } from './recipes/crm-export-suite.ts';
import { describeCrmSync } from './recipes/crm-suite.ts';
import { describeCrmWithdrawals } from './recipes/crm-withdrawal-suite.ts';
import { describeEvidence } from './recipes/evidence-suite.ts';
import { chooseExtent } from './recipes/extent.ts';
import { describeMailing } from './recipes/mailing-suite.ts';
import { describeNotices, describeSyntax } from './recipes/notices-suite.ts';
import { useRegister } from './recipes/register.ts';
import { describeSettings } from './recipes/setting-suite.ts';
import { describeUnsubscribe } from './recipes/unsubscribe-suite.ts';

representFile(
  'test/docs/recipes.test.ts',
  'node/unsubscribe.js > revokes all consents after the button of the link, with the page as proof',
);

const register = useRegister();
chooseExtent('rest');

describeSettings();
describeUnsubscribe(register);
describeCheck(register);
describeEvidence(register);
describeMailing(register);
describeCrmSync(register);
describeCrmWithdrawals(register);
describeCrmExports(register);
describeNotices(register);
describeSyntax();
