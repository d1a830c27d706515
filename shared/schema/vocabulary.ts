import * as v from 'valibot';
import { sayMeantLanguage } from './meant-language.ts';
import { says } from './scalar.ts';

export const languages = ['ita', 'eng', 'spa', 'deu', 'fra', 'tur', 'por', 'rus', 'ukr'] as const;
export const channels = ['web', 'web.form', 'web.social.login', 'email', 'app.form'] as const;

/** Languages of a consent and of a notice's texts (docs/contract.md, Scalars). */
export const Lang = v.pipe(
  v.picklist(languages, ({ input }) =>
    says('unknown', `Must be one of ${languages.join(', ')}.${sayMeantLanguage(input)}`),
  ),
  v.description('Code of the language in which the person saw the text (ISO 639-3).'),
);
export type Lang = v.InferOutput<typeof Lang>;

/** How a consent or a revocation reached the caller (docs/contract.md, Scalars). */
export const Channel = v.pipe(
  v.picklist(channels, says('unknown', `Must be one of ${channels.join(', ')}.`)),
  v.description('How a consent or a revocation reached you.'),
);
export type Channel = v.InferOutput<typeof Channel>;

/** Texts by language. */
export const texts = v.record(Lang, v.string());
