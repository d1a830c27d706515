<?php
/**
 * A newsletter form and its back end. It shows the notice and a form. When the person sends the form, it records their consent to the
 * version it showed. The proof is the form's HTML, the address of the page, and what the person sent. Each form has its own
 * Idempotency-Key, so a double click or a reload records once.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (see settings.php), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
 * REGISTER_LANG (language of its text; default eng), REGISTER_NOTICE (see newsletter.php), PAGE_URL (public address of this page).
 *
 * Try it: php -S 127.0.0.1:8080 form.php
 */

declare(strict_types=1);

require __DIR__ . '/newsletter.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

function formFields(array $notice, string $key, string ...$typed): string
{
    return fields($notice, "<input type=\"hidden\" name=\"key\" value=\"$key\">\n", 'Subscribe', ...$typed);
}

function form(array $notice, string $key): string
{
    return '<form method="post">' . text($notice) . formFields($notice, $key, field('first_name'), field('email')) . '</form>';
}

/** Shows a new form with the current notice. Without a notice there is no form. */
function show(Client $client, int $status, string $text): never
{
    try {
        $notice = notice($client);
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    page($status, $text, form($notice, bin2hex(random_bytes(16))));
}

function toConsent(array $notice): array
{
    $submitted = ['first_name' => field('first_name'), 'email' => field('email'), 'agree' => '1', 'notice' => $notice['name']];
    return [
        'projectUid' => setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => [
            'url' => setting('PAGE_URL'),
            'html' => formFields($notice, field('key')),
            'submitted' => json_encode($submitted, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'user_agent' => userAgent(),
            'validity_days' => $notice['validity_days'],
        ],
        'userData' => ['email' => field('email'), 'first_name' => field('first_name')],
    ];
}

$client = connect();
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    show($client, 200, 'Subscribe to our newsletter.');
}
if (!hasPerson() || !preg_match('/^[0-9a-f]{32}$/D', field('key'))) {
    show($client, 422, 'Please enter your email and tick the box.');
}
$notice = null;
try {
    $notice = notice($client);
    if ($notice['name'] !== field('notice')) {
        show($client, 409, CHANGED);
    }
    $client->addConsent(toConsent($notice), field('key'));
} catch (ConsentRegisterError $error) {
    error_log("Consent not recorded: {$error->getMessage()}");
    if (forgetsNotice($error)) {
        show($client, 409, CHANGED);
    }
    match ($notice === null || isOurs($error) ? 0 : $error->status) {
        409 => show($client, 409, 'This form was sent before with other details. Please fill in this new one.'),
        400, 413, 422 => show($client, $error->status, 'We could not accept your details. Please check them.'),
        default => page(503, LATER, $notice === null ? '' : form($notice, field('key'))), // Keep the key: the consent may be recorded already.
    };
}
page(200, 'Thank you, you are subscribed.');
