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
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see settings.php), REGISTER_PROJECT (UID of the
 * project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page),
 * LINK_SECRET (at least 32 random characters), MAIL_FROM. PHP's mail() sends the email: set sendmail_path in php.ini.
 *
 * Try it: php -S 127.0.0.1:8080 double-opt-in.php
 */

declare(strict_types=1);

require __DIR__ . '/kept-notices.php';

use ConsentRegister\ConsentRegisterError;

const LINK_SECONDS = 24 * 60 * 60;
const MAIL_TEXT = "You, or someone with your address, asked for our newsletter.\n\nTo get it, open this page within a day:\n\n%s\n\n"
    . 'If it was not you, do nothing. We then keep nothing.';
const CONFIRMATION = '<p>Do you want the newsletter?</p><form method="post"><button>Yes, subscribe me</button></form>';
const LATER = 'We cannot subscribe you right now. Please try again later.';
const JSON_TEXT = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;

/** The form without the notice's text, which the register has. The empty form is the proof. */
function fields(array $notice, string $firstName = '', string $email = ''): string
{
    $title = htmlspecialchars($notice['title']);
    [$firstName, $email] = array_map(htmlspecialchars(...), [$firstName, $email]);
    return <<<HTML
        <input type="hidden" name="notice" value="{$notice['name']}">
        <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
        <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="{$notice['tag']}">$title</b> and agree to it.</label>
        <button>Send me the link</button>
        HTML;
}

function text(array $notice): string
{
    $title = htmlspecialchars($notice['title']);
    return "<section lang=\"{$notice['tag']}\"><h1>$title</h1>{$notice['html']}</section>";
}

function page(int $status, string $text, string $html = ''): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    header('Referrer-Policy: no-referrer');
    exit(<<<HTML
        <!doctype html>
        <html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
        <style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
        label { display: block; margin: 1em 0 }
        table { border-collapse: collapse } th, td { border: 1px solid; padding: 0.25em 0.5em }</style>
        <p>$text</p>$html</html>
        HTML);
}

/** Shows the form with the current notice. Without a notice there is no form. */
function show(int $status, string $text): never
{
    try {
        $notice = KeptNotices::ofSettings(connect())->current();
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    $fields = fields($notice, field('first_name'), field('email'));
    page($status, $text, '<form method="post" action="?">' . text($notice) . "$fields</form>");
}

/** The notice that a form showed; null if it is not one of ours. */
function noticeShown(string $name): ?array
{
    try {
        return KeptNotices::ofSettings(connect())->shown($name);
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
}

/** The field, or an empty text if it is missing or not plain text. */
function field(string $name): string
{
    $text = $_POST[$name] ?? null;
    return is_string($text) && preg_match('//u', $text) ? trim($text) : '';
}

/** The user agent of the visitor's browser, or an empty text if it is not plain text. */
function userAgent(): string
{
    return preg_match('/^.{0,300}/su', $_SERVER['HTTP_USER_AGENT'] ?? '', $found) ? $found[0] : '';
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

function sendLink(): never
{
    $sent = ['first_name' => field('first_name'), 'email' => field('email'), 'agree' => field('agree'), 'notice' => field('notice')];
    $isShort = strlen($sent['email']) <= 200 && strlen($sent['first_name']) <= 100;
    $isEmail = filter_var($sent['email'], FILTER_VALIDATE_EMAIL) !== false;
    $isOurs = preg_match('/^[0-9a-f]{32}-[a-z]{3}$/D', $sent['notice']);
    if ($sent['agree'] !== '1' || !$isOurs || !$isEmail || !$isShort) {
        show(422, 'Please enter your email and tick the box.');
    }
    if (noticeShown($sent['notice']) === null) {
        show(409, 'The text has changed. Please read it and fill in the form again.');
    }
    $token = toToken(['sent' => $sent, 'user_agent' => userAgent(), 'time' => time()]);
    $text = sprintf(MAIL_TEXT, setting('PAGE_URL') . '?confirm=' . $token);
    $headers = ['From' => setting('MAIL_FROM'), 'Content-Type' => 'text/plain; charset=utf-8'];
    if (!mail($sent['email'], 'Please confirm', $text, $headers)) {
        show(503, 'We could not send the email right now. Please try again later.');
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
            'html' => fields($notice),
            'submitted' => json_encode($request['sent'], JSON_TEXT),
            'requested_at' => gmdate('Y-m-d H:i:s', $request['time']),
            'mail' => sprintf(MAIL_TEXT, setting('PAGE_URL') . '?confirm=...'),
            'confirmation_html' => CONFIRMATION,
            'user_agent' => $request['user_agent'],
            'validity_days' => (string) $notice['validity_days'],
        ],
        'userData' => ['email' => $request['sent']['email'], 'first_name' => $request['sent']['first_name']],
    ];
}

function confirm(string $token): never
{
    $request = readToken($token);
    $notice = $request === null ? null : noticeShown($request['sent']['notice']);
    if ($notice === null) {
        show(403, 'This link has expired or is not valid. Please ask for a new one.');
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        page(200, 'You asked for our newsletter.', text($notice) . CONFIRMATION);
    }
    $client = connect();
    try {
        $client->addConsent(toConsent($notice, $request), hash('sha256', $token));
    } catch (ConsentRegisterError $error) {
        error_log("Consent not recorded: {$error->getMessage()}");
        if (KeptNotices::ofSettings($client)->forget($error)) {
            show(409, 'The text has changed, so this link no longer works. Please read it and fill in the form again.');
        }
        match (isOurs($error) ? 0 : $error->status) {
            400, 409, 413, 422 => show($error->status, 'This link does not work. Please ask for a new one.'),
            default => page(503, LATER, text($notice) . CONFIRMATION),
        };
    }
    page(200, 'Thank you, you are subscribed.');
}

$token = $_GET['confirm'] ?? null;
match (true) {
    is_string($token) => confirm($token),
    $_SERVER['REQUEST_METHOD'] === 'POST' => sendLink(),
    default => show(200, 'Subscribe to our newsletter.'),
};
