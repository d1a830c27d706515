<?php
/**
 * Double opt-in: a form asks for the newsletter, a mail carries a signed link that holds for a day, and only who follows it and presses
 * the button is recorded. The link alone records nothing, because mail scanners open links. The proof holds both steps:
 * the form with its address and time, and the mail's text with the page that confirmed it; the consent's own time is that of the
 * confirmation. Nothing is kept until then: the link carries what was asked for. Pressing twice records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see register.php), REGISTER_PROJECT (uid of the
 * project), REGISTER_PID (PID of the notice), PAGE_URL (public address of this page), LINK_SECRET (at least 32 random
 * characters), MAIL_FROM. Mail goes out by PHP's mail(): sendmail_path in php.ini.
 *
 * Try it: php -S 127.0.0.1:8080 double-opt-in.php
 */

declare(strict_types=1);

require __DIR__ . '/register.php';

const LINK_SECONDS = 24 * 60 * 60;
const MAIL_TEXT = "You, or someone with your address, asked for our newsletter.\n\nTo get it, open this page within a day:\n\n%s\n\n"
    . 'If it was not you, do nothing: then we keep nothing.';
const FORM = <<<'HTML'
    <form method="post" action="?">
      <label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
      <label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
      <label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
        <a href="/newsletter-notice">how my data is used</a>.</label>
      <button>Send me the link</button>
    </form>
    HTML;
const CONFIRMATION = '<p>Do you want the newsletter?</p><form method="post"><button>Yes, subscribe me</button></form>';

function page(int $status, string $html): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store');
    header('Referrer-Policy: no-referrer');
    echo "<!doctype html><html lang=\"en\"><title>Newsletter</title>$html</html>";
    exit;
}

function field(string $name): string
{
    return is_string($_POST[$name] ?? null) ? trim($_POST[$name]) : '';
}

function sign(string $text): string
{
    $secret = Register::setting('LINK_SECRET');
    if (strlen($secret) < 32) {
        throw new LogicException('LINK_SECRET must have at least 32 characters.');
    }
    return rtrim(strtr(base64_encode(hash_hmac('sha256', "double-opt-in\n$text", $secret, true)), '+/', '-_'), '=');
}

/** What was asked for, in a text that only we can make. */
function toToken(array $request): string
{
    $text = rtrim(strtr(base64_encode(json_encode($request, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE)), '+/', '-_'), '=');
    return "$text." . sign($text);
}

/** What a token of ours asks for; null where it is not ours or has expired. */
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
    $email = field('email');
    $firstName = field('first_name');
    if (field('agree') !== '1' || filter_var($email, FILTER_VALIDATE_EMAIL) === false || strlen($firstName) > 100) {
        page(422, '<p>Please give your email and tick the box.</p>' . FORM);
    }
    $token = toToken(['email' => $email, 'first_name' => $firstName, 'time' => time()]);
    $text = sprintf(MAIL_TEXT, Register::setting('PAGE_URL') . '?confirm=' . $token);
    $headers = ['From' => Register::setting('MAIL_FROM'), 'Content-Type' => 'text/plain; charset=utf-8'];
    if (!mail($email, 'Please confirm', $text, $headers)) {
        page(503, '<p>The mail could not be sent just now. Please try again later.</p>' . FORM);
    }
    page(200, '<p>We sent you a mail. Please open the link in it.</p>');
}

function confirm(string $token): never
{
    $request = readToken($token);
    if ($request === null) {
        page(403, '<p>This link does not hold any more. Please ask for another one.</p>' . FORM);
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        page(200, CONFIRMATION);
    }
    try {
        Register::fromEnvironment()->call('/consent-register/add', [
            'projectUid' => Register::setting('REGISTER_PROJECT'),
            'consentInformationPid' => Register::setting('REGISTER_PID'),
            'channel' => 'email',
            'proof' => [
                'url' => Register::setting('PAGE_URL'),
                'html' => FORM,
                'requested_at' => gmdate('Y-m-d H:i:s', $request['time']),
                'mail' => sprintf(MAIL_TEXT, Register::setting('PAGE_URL') . '?confirm=...'),
                'confirmation_html' => CONFIRMATION,
            ],
            'userData' => ['email' => $request['email'], 'first_name' => $request['first_name']],
        ], hash('sha256', $token));
    } catch (RegisterError $error) {
        error_log("Consent not recorded: $error->status $error->problem {$error->getMessage()} " . json_encode($error->errors));
        match ($error->status) {
            409, 422 => page($error->status, '<p>This link cannot be used. Please ask for another one.</p>'),
            default => page(503, '<p>You could not be subscribed just now. Please try again later.</p>' . CONFIRMATION),
        };
    }
    page(200, '<p>Thank you, you are subscribed.</p>');
}

$token = $_GET['confirm'] ?? null;
match (true) {
    is_string($token) => confirm($token),
    $_SERVER['REQUEST_METHOD'] === 'POST' => sendLink(),
    default => page(200, FORM),
};
