import { describeDoubleOptIn } from './recipes/double-opt-in-suite.ts';
import { chooseExtent } from './recipes/extent.ts';
import { formSites } from './recipes/form-sites.ts';
import { describeForm } from './recipes/form-suite.ts';
import { describeQueue } from './recipes/queue-suite.ts';
import { useRegister } from './recipes/register.ts';

const register = useRegister();
chooseExtent('rest');

for (const site of formSites.filter(({ interpreter }) => interpreter === 'php')) describeForm(site, register);

describeDoubleOptIn(register);
describeQueue(register);
