<?php
/**
 * Double opt-in. A page shows the notice and a form. The person gets an email with a signed link that is valid for a day. When they open
 * the link and press the button, this records their consent to the version the form showed. The link alone records nothing, because mail
 * scanners open links.
 *
 * The proof has both steps: the form with its address, what the person sent and when, the text of the email, and the button. The time of
 * the consent is the time of the confirmation. Until then nothing is stored: the link carries what the person sent. Pressing twice
 * records once. Two emails have two links, and each link records once.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (see settings.php), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
 * REGISTER_LANG (language of its text; default eng), REGISTER_NOTICE (see newsletter.php), PAGE_URL (public address of this page),
 * LINK_SECRET (at least 32 random characters), MAIL_FROM. PHP's mail() sends the email: set sendmail_path in php.ini.
 *
 * Try it: php -S 127.0.0.1:8080 double-opt-in.php
 */

declare(strict_types=1);

require __DIR__ . '/newsletter.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const LINK_SECONDS = 24 * 60 * 60;
const MAIL_TEXT = "You, or someone with your address, asked for our newsletter.\n\nTo get it, open this page within a day:\n\n%s\n\n"
    . 'If it was not you, do nothing. We then keep nothing.';
const CONFIRMATION = '<p>Do you want the newsletter?</p><form method="post"><button>Yes, subscribe me</button></form>';
const JSON_TEXT = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;

function formFields(array $notice, string ...$typed): string
{
    return fields($notice, '', 'Send me the link', ...$typed);
}

/** Shows the form with the current notice. Without a notice there is no form. */
function show(Client $client, int $status, string $text): never
{
    try {
        $notice = notice($client);
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    $fields = formFields($notice, field('first_name'), field('email'));
    page($status, $text, '<form method="post" action="?">' . text($notice) . "$fields</form>");
}

/** The current notice, if a form showed it; else null. */
function noticeShown(Client $client, string $name): ?array
{
    try {
        $notice = notice($client);
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    return $notice['name'] === $name ? $notice : null;
}

function sign(string $text): string
{
    $secret = setting('LINK_SECRET');
    if (strlen($secret) < 32) {
        throw new LogicException('LINK_SECRET must have at least 32 characters.');
    }
    return rtrim(strtr(base64_encode(hash_hmac('sha256', "double-opt-in\n$text", $secret, true)), '+/', '-_'), '=');
}

/** The request, in a token that only we can make. */
function toToken(array $request): string
{
    $text = rtrim(strtr(base64_encode(json_encode($request, JSON_TEXT)), '+/', '-_'), '=');
    return "$text." . sign($text);
}

/** The request in a token; null if the token is not ours or has expired. */
function readToken(string $token): ?array
{
    [$text, $signature] = explode('.', $token, 2) + [1 => ''];
    if (!hash_equals(sign($text), $signature)) {
        return null;
    }
    $request = json_decode((string) base64_decode(strtr($text, '-_', '+/')), true);
    return $request['time'] + LINK_SECONDS > time() ? $request : null;
}

function sendLink(Client $client): never
{
    if (!hasPerson()) {
        show($client, 422, 'Please enter your email and tick the box.');
    }
    $sent = ['first_name' => field('first_name'), 'email' => field('email'), 'agree' => '1', 'notice' => field('notice')];
    if (noticeShown($client, $sent['notice']) === null) {
        show($client, 409, CHANGED);
    }
    $token = toToken(['sent' => $sent, 'user_agent' => userAgent(), 'time' => time()]);
    $text = sprintf(MAIL_TEXT, setting('PAGE_URL') . '?confirm=' . $token);
    $headers = ['From' => setting('MAIL_FROM'), 'Content-Type' => 'text/plain; charset=utf-8'];
    if (!mail($sent['email'], 'Please confirm', $text, $headers)) {
        show($client, 503, 'We could not send the email right now. Please try again later.');
    }
    page(200, 'We sent you an email. Please open the link in it.');
}

function toConsent(array $notice, array $request): array
{
    return [
        'projectUid' => setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'email',
        'proof' => [
            'url' => setting('PAGE_URL'),
            'html' => formFields($notice),
            'submitted' => json_encode($request['sent'], JSON_TEXT),
            'requested_at' => gmdate('Y-m-d H:i:s', $request['time']),
            'mail' => sprintf(MAIL_TEXT, setting('PAGE_URL') . '?confirm=...'),
            'confirmation_html' => CONFIRMATION,
            'user_agent' => $request['user_agent'],
            'validity_days' => $notice['validity_days'],
        ],
        'userData' => ['email' => $request['sent']['email'], 'first_name' => $request['sent']['first_name']],
    ];
}

function confirm(Client $client, string $token): never
{
    $request = readToken($token) ?? show($client, 403, 'This link has expired or is not valid. Please ask for a new one.');
    $changed = 'The text has changed, so this link no longer works. Please read it and fill in the form again.';
    $notice = noticeShown($client, $request['sent']['notice']) ?? show($client, 409, $changed);
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        page(200, 'You asked for our newsletter.', text($notice) . CONFIRMATION);
    }
    try {
        $client->addConsent(toConsent($notice, $request), hash('sha256', $token));
    } catch (ConsentRegisterError $error) {
        error_log("Consent not recorded: {$error->getMessage()}");
        if (forgetsNotice($error)) {
            show($client, 409, $changed);
        }
        match (isOurs($error) ? 0 : $error->status) {
            400, 409, 413, 422 => show($client, $error->status, 'This link does not work. Please ask for a new one.'),
            default => page(503, LATER, text($notice) . CONFIRMATION),
        };
    }
    page(200, 'Thank you, you are subscribed.');
}

$token = $_GET['confirm'] ?? null;
$client = connect();
match (true) {
    is_string($token) => confirm($client, $token),
    $_SERVER['REQUEST_METHOD'] === 'POST' => sendLink($client),
    default => show($client, 200, 'Subscribe to our newsletter.'),
};
