/** Names of columns by what they mean, the best first, in English and the other languages of the pages; as Mailchimp, Brevo, HubSpot and WooCommerce write them. */
export const columnNames = {
  key: 'id, contact id, record id, customer id, user id, member id, subscriber id, external id, ext id, leid, euid, order id, customer number, codice cliente, id cliente, numero cliente, kundennummer, kunden id, kunden nr, id client, numero client, codigo cliente',
  email:
    'email, e mail, email address, e mail address, mail, billing email, customer email, user email, indirizzo email, posta elettronica, email adresse, e mail adresse, emailadresse, adresse email, adresse e mail, courriel, correo, correo electronico, direccion email',
  mobile_phone:
    'mobile phone, mobile phone number, mobile, mobile number, cell phone, cell, sms, whatsapp, cellulare, numero cellulare, handy, handynummer, mobiltelefon, mobilnummer, portable, telephone portable, telephone mobile, movil, telefono movil, celular',
  phone:
    'phone, phone number, telephone, telephone number, tel, billing phone, telefono, numero di telefono, telefon, telefonnummer, numero de telephone, numero de telefono',
  first_name: 'first name, firstname, fname, given name, billing first name, nome, vorname, prenom, nombre',
  last_name:
    'last name, lastname, lname, surname, family name, billing last name, cognome, nachname, familienname, nom, nom de famille, apellido, apellidos',
  tax_code: 'tax code, tax id, codice fiscale, cf, steuer id, steuernummer, numero fiscal, nif',
  time: 'confirm time, optin time, opt in time, double optin time, doi date, consent date, consent time, consented at, agreed at, opt in date, optin date, subscribed at, subscribed on, subscription date, subscribe date, signup date, sign up date, signed up at, registered at, registration date, date registered, user registered, create date, created at, created, date created, creation date, added time, added at, date added, data consenso, data del consenso, data iscrizione, data di iscrizione, data registrazione, einwilligung am, einwilligungsdatum, anmeldedatum, angemeldet am, registriert am, date du consentement, date de consentement, date consentement, date d inscription, date inscription, fecha de consentimiento, fecha consentimiento, fecha de alta, fecha alta, timestamp, time, date, data, datum, fecha',
  left: 'unsub time, unsubscribe time, unsubscribe date, unsubscribed at, unsubscribed on, date unsubscribed, opt out date, optout date, opt out time, left at, left, revoked at, withdrawn at, data revoca, data disiscrizione, data cancellazione, widerruf am, widerrufsdatum, abmeldedatum, abgemeldet am, date de desinscription, date desinscription, date de desabonnement, fecha de baja, fecha baja',
  lang: 'language, lang, preferred language, locale, lingua, sprache, langue, idioma',
  url: 'page url, url, page, form url, signup url, landing page, source url, optin url, pagina, seite, adresse de la page',
  ip_address:
    'confirm ip, optin ip, opt in ip, signup ip, ip address, ip, customer ip address, indirizzo ip, ip adresse, adresse ip, direccion ip',
} as const;
