import type { GapWords } from './page-words.ts';

export const frenchGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'Le texte de la version a disparu. Personne ne peut montrer à quoi la personne a consenti.',
      mend: 'L’exploitant restaure la table à partir d’une sauvegarde.',
    },
    'text-changed': {
      says: 'Le texte conservé n’est pas celui auquel la personne a consenti : son SHA-256 est différent.',
      mend: 'L’exploitant restaure le texte à partir d’une sauvegarde et établit qui a modifié la table.',
    },
    erased: {
      says: 'Les données à caractère personnel du consentement ont été effacées. Le registre ne peut plus montrer qui a consenti, ni comment.',
      mend: 'Il n’y a rien à faire : l’effacement était voulu.',
    },
    imported: {
      says: 'Il a été importé. Le registre n’était pas là lorsqu’il a été donné et n’a rien observé.',
      mend: 'Le site enregistre lui-même ses consentements dans ce registre.',
    },
    'version-naming-unknown': {
      says: 'On ne sait pas si le site a désigné la version qu’il a montrée. Le registre ne le notait pas alors, ou le consentement a été importé.',
      mend: 'Le site envoie comme consentInformationVersionId l’identifiant de la version qu’il a montrée. Le registre note qu’il l’a fait.',
    },
    'version-named-by-pid': {
      says: 'Le site a désigné la notice par son PID, et donc pas la version qu’il a montrée. Le registre a pris la version alors actuelle.',
      mend: 'Le site envoie consentInformationVersionId : l’identifiant que information/get renvoie avec le texte.',
    },
    'version-not-current': {
      says: 'Lorsque le consentement a été donné, la version actuelle de la notice était une autre.',
      mend: 'Le site demande la notice toutes les quelques minutes. Si un formulaire montre une version antérieure, il montre le formulaire de nouveau.',
    },
    'language-without-text': {
      says: 'La version n’a pas de texte dans la langue indiquée par le site.',
      mend: 'Le site envoie comme lang la langue du texte qu’il a montré. Ou bien l’exploitant publie une version avec un texte dans cette langue.',
    },
    'form-unknown': {
      says: 'La preuve ne montre pas ce que la personne a vu et fait.',
      mend: 'Le site envoie comme proof[html] le formulaire tel qu’il a été montré, ou comme proof[mail] le texte de l’e-mail.',
    },
    'page-unknown': {
      says: 'La preuve ne dit pas sur quelle page la personne a consenti.',
      mend: 'Le site envoie comme proof[url] l’adresse de la page, ou de l’écran de l’application.',
    },
    'browser-unknown': {
      says: 'Rien n’indique d’où la personne a consenti. Aucun navigateur n’a appelé le registre : il a tout au plus vu le serveur du site.',
      mend: 'Le site envoie comme proof[ip_address] et proof[user_agent] l’adresse et l’agent utilisateur de la requête de la personne elle-même. L’un des deux suffit.',
    },
    'email-unconfirmed': {
      says: 'Rien ne montre que la boîte aux lettres est celle de la personne : n’importe qui aurait pu saisir cette adresse e-mail.',
      mend: 'Le site demande une confirmation par e-mail (double opt-in) avant d’enregistrer le consentement, et envoie comme proof[email_confirmed_at] le moment où elle est arrivée.',
    },
    'person-unidentified': {
      says: 'Les données ne distinguent personne : il y a tout au plus un nom, et d’autres peuvent porter le même.',
      mend: 'Le site envoie dans userData une adresse e-mail, un numéro de téléphone, un numéro fiscal ou un numéro qui lui est propre.',
    },
  },
  languages: (named, has) => `Il a indiqué : ${named} ; la version a des textes en : ${has}.`,
  none: 'Rien ne manque de ce que le registre recherche.',
  heading: 'Ce qui le rendrait plus solide',
  remark:
    'Le registre recherche ce qui rend un consentement plus solide comme preuve. Cette liste ne dit pas si le consentement est licite.',
};
