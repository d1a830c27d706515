import type { ErasureWords } from './eng.ts';

/** Texts about requests to erase consents, in French. */
export const french: ErasureWords = {
  title: 'Effacements',
  says: 'Ce que vous et les autres utilisateurs avez demandé à l’exploitant d’effacer. L’exploitant exécute une demande, ou la refuse et dit pourquoi.',
  none: 'Personne n’a encore demandé d’effacement.',
  how: 'Pour en demander un, cherchez un consentement, ouvrez tous les consentements de la personne et faites la demande là.',
  open: 'En cours',
  ended: 'Closes',
  earlier: 'Afficher les demandes antérieures',
  damaged:
    'Ces demandes sont conservées, mais endommagées : la page ne peut pas montrer ce qu’elles demandent. Dites-le à l’exploitant. Qui en a fait une la refait.',
  request: (count, written) => (count === 1 ? '1 consentement' : `${written} consentements`),
  states: {
    open: 'En attente de l’exploitant',
    erasing: 'En cours d’exécution',
    done: 'Exécutée',
    refused: 'Refusée',
    withdrawn: 'Retirée',
  },
  overdue: 'Le délai est passé.',
  next: 'À présent, répondez à la personne, informez ceux qui ont reçu les données (article 19 du RGPD) et effacez la personne dans vos autres systèmes.',
  facts: {
    received: 'Reçue par vous le',
    due: 'Réponse due avant la fin du',
    reason: 'Pourquoi',
    extent: 'Ce qui est effacé',
    reference: 'Votre référence',
    asked: 'Demandée',
    end: { done: 'Exécutée', refused: 'Refusée', withdrawn: 'Retirée' },
    erased: 'Consentements effacés',
    refusal: 'L’exploitant dit',
  },
  by: (time, user) => `${time}, par ${user}`,
  you: 'vous',
  user: (id) => `l’utilisateur ${id}`,
  whose: 'Il s’agit de :',
  consents: 'Les consentements',
  reasons: {
    'no-longer-needed': 'Les données ne sont plus nécessaires (a)',
    'consent-revoked': 'La personne a retiré le consentement (b)',
    objected: 'La personne s’est opposée (c)',
    unlawful: 'Les données ont été traitées illicitement (d)',
    'legal-obligation': 'La loi exige l’effacement (e)',
    child: 'Un enfant avait consenti à un service en ligne (f)',
  },
  extents: {
    evidence: 'La personne. Que quelqu’un a consenti, et quand, reste comme preuve.',
    everything: 'Tout. Seul un décompte reste.',
  },
  withdrawal: {
    open: 'Retirer cette demande',
    confirm: 'Retirer cette demande ?',
    final: 'L’exploitant ne la verra plus. Vous pourrez en faire une autre.',
    act: 'Retirer',
    sending: 'Retrait en cours …',
    stopped: 'Vous avez arrêté avant la réponse du service. Renvoyez : la demande n’est retirée qu’une fois.',
  },
  ask: {
    open: 'Demander l’effacement de ces consentements',
    heading: 'Demander un effacement',
    says: (count, written) =>
      `Vous demandez l’effacement ${count === 1 ? 'du consentement' : `des ${written} consentements`} de cette page. Rien n’est encore effacé : l’exploitant voit la demande et décide. Les consentements de la personne sous d’autres valeurs n’en font pas partie : cherchez-les et faites la demande pour eux aussi.`,
    cut: (most) =>
      `Une demande nomme au plus ${most} consentements ; celle-ci nomme donc les plus récents. Faites-en une autre pour le reste.`,
    already: 'Certains de ces consentements figurent déjà dans une demande en cours.',
    received: 'Quand la demande de la personne vous est-elle parvenue ?',
    receivedHint:
      'Le jour de la lettre, de l’appel ou de la visite. La personne doit avoir une réponse un mois plus tard.',
    receivedWrong: 'Indiquez un jour qui n’est pas dans l’avenir.',
    reason: 'Pourquoi faut-il effacer les consentements ? (article 17, paragraphe 1, du RGPD)',
    reasonWrong: 'Choisissez la raison.',
    inForce: (count, written) =>
      `${count === 1 ? 'Un de ces consentements est' : `${written} de ces consentements sont`} en vigueur : aucun retrait n’est enregistré. Enregistrez-le d’abord, ou faites-le enregistrer.`,
    revoke: (given) => `Enregistrer le retrait du consentement donné le ${given}`,
    revokeAll: (button) =>
      `Enregistrez-les un à un, ou tous à la fois avec « ${button} » sur cette page. Ce que vous avez saisi ici reste.`,
    choose: 'Choisir …',
    extent: 'Que faut-il effacer ?',
    reference: 'Votre référence (facultatif)',
    referenceHint:
      'Par exemple DSR-2026/114 : lettres sans accent, chiffres et . _ / # -. Elle reste après l’effacement : n’écrivez ni nom, ni numéro fiscal, ni rien d’autre de la personne.',
    referenceWrong: 'Au plus 64 lettres sans accent, chiffres et . _ / # -, sans espace.',
    referencePersonal:
      'C’est une valeur de la personne, ou cela en contient une. Elle resterait après l’effacement : prenez un numéro de vos propres dossiers.',
    proceed: 'Continuer',
    back: 'Retour',
    confirm: 'Demander cet effacement ?',
    final: 'L’exploitant peut alors l’exécuter. Ce qui est effacé ne revient pas.',
    stored:
      'Voici ce qui est conservé, avec les identifiants des consentements et votre numéro d’utilisateur, et rien de la personne :',
    act: 'Demander l’effacement',
    sending: 'Demande en cours …',
    stopped:
      'Vous avez arrêté avant la réponse du service. Renvoyez sans rien changer : la demande n’est faite qu’une fois.',
    done: (day) => `L’exploitant a votre demande. La personne doit avoir une réponse avant la fin du ${day}.`,
    all: 'Toutes les demandes',
  },
};
