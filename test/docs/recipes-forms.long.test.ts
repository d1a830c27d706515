import { representFile } from '../support/representative.ts';
import { chooseExtent } from './recipes/extent.ts';
import { formSites } from './recipes/form-sites.ts';
import { describeForm } from './recipes/form-suite.ts';
import { useRegister } from './recipes/register.ts';

representFile(
  'test/docs/recipes-forms.test.ts',
  'node/express.js > the proof is the form as it was shown and its address, and sending it twice records once',
);

const register = useRegister();
chooseExtent('rest');

for (const site of formSites.filter(({ interpreter }) => interpreter !== 'php')) describeForm(site, register);
