import type { Translate } from '../i18n/format.ts';
import type { Control } from '../ui/form.tsx';

/** What is wrong with a control, in the language of the console. The rule of a field of its own comes in words already. */
export const faultWordsIn =
  (t: Translate) =>
  ({ validity, validationMessage, type }: Control): string => {
    if (validity.customError) return validationMessage;
    if (validity.badInput) return t('form.incomplete');
    if (validity.typeMismatch && type === 'email') return t('form.noEmail');
    if (validity.valueMissing) return t(type === 'select-one' ? 'form.choose' : 'form.missing');
    return validationMessage;
  };
