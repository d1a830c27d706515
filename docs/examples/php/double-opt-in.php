<?php
/**
 * Double opt-in. A page shows the notice and a form. The register mails the person a link, shows them the text behind it, and records
 * their consent when they press the button there: nothing is recorded before, and the site keeps nothing.
 *
 * The stage needs the option mailFrom. The local service sends no mail, but shows it at http://127.0.0.1:3000/outbox.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (see settings.php), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
 * REGISTER_LANG (language of its text; default eng), REGISTER_NOTICE (see newsletter.php), PAGE_URL (public address of this page).
 *
 * Try it: php -S 127.0.0.1:8080 double-opt-in.php
 */

declare(strict_types=1);

require __DIR__ . '/newsletter.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const SENT = 'We sent you an email. Please open the link in it, and confirm there.';

/** Shows the form with the current notice. Without a notice there is no form. */
function show(Client $client, int $status, string $text): never
{
    try {
        $notice = notice($client);
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    $fields = fields($notice, '', 'Send me the link', field('first_name'), field('email'));
    page($status, $text, '<form method="post">' . text($notice) . "$fields</form>");
}

$client = connect();
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    show($client, 200, 'Subscribe to our newsletter.');
}
if (!hasPerson()) {
    show($client, 422, 'Please enter your email and tick the box.');
}
try {
    $notice = notice($client);
    if ($notice['name'] !== field('notice')) {
        show($client, 409, CHANGED);
    }
    $client->requestConfirmation([
        'projectUid' => setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => ['url' => setting('PAGE_URL'), 'html' => fields($notice, '', 'Send me the link'), 'user_agent' => userAgent()],
        'userData' => ['email' => field('email'), 'first_name' => field('first_name')],
    ]);
} catch (ConsentRegisterError $error) {
    error_log("No confirmation asked for: {$error->getMessage()}");
    if (forgetsNotice($error)) {
        show($client, 409, CHANGED);
    }
    match ($error->code) {
        // The mail was sent a moment ago, or may have been: its link works.
        'confirmation.throttled', 'mail.unsettled' => page(200, SENT),
        'parameters.invalid' => isOurs($error) ? page(503, LATER) : show($client, 422, 'We could not accept your details.'),
        default => page(503, LATER),
    };
}
page(200, SENT);
