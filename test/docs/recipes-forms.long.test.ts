import { chooseExtent } from './recipes/extent.ts';
import { formSites } from './recipes/form-sites.ts';
import { describeForm } from './recipes/form-suite.ts';
import { useRegister } from './recipes/register.ts';
import { describeSubmissions } from './recipes/submissions-suite.ts';

const register = useRegister();
chooseExtent('rest');

for (const site of formSites.filter(({ interpreter }) => interpreter !== 'php')) describeForm(site, register);
describeSubmissions(register);
