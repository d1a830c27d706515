<?php
/**
 * A newsletter form and its back end: shows the form, and records the consent of who sends it, with the form's HTML and
 * the address of the page as proof. Each form has an Idempotency-Key of its own, so that a double click or a reload records once.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see register.php), REGISTER_PROJECT (uid of
 * the project), REGISTER_PID (PID of the notice), and PAGE_URL, the public address of this page.
 *
 * Try it: php -S 127.0.0.1:8080 form.php
 */

declare(strict_types=1);

require __DIR__ . '/register.php';

/** The form as people see it: what is shown is what is stored as proof. */
function form(string $key): string
{
    return <<<HTML
        <form method="post">
          <input type="hidden" name="key" value="$key">
          <label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
          <label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
          <label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
            <a href="/newsletter-notice">how my data is used</a>.</label>
          <button>Subscribe</button>
        </form>
        HTML;
}

function page(int $status, string $text, bool $withForm = true): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store'); // A form's key is for one visitor.
    $form = $withForm ? form(bin2hex(random_bytes(16))) : '';
    echo "<!doctype html><html lang=\"en\"><title>Newsletter</title><p>$text</p>$form</html>";
    exit;
}

/** The field, or nothing where it is missing or no plain text. */
function field(string $name): string
{
    return is_string($_POST[$name] ?? null) ? trim($_POST[$name]) : '';
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    page(200, 'Once a week at most.');
}
$key = field('key');
if (!preg_match('/^[0-9a-f]{32}$/', $key)) {
    page(400, 'This form cannot be used any more. Please fill in this one.');
}
if (field('agree') !== '1' || filter_var(field('email'), FILTER_VALIDATE_EMAIL) === false) {
    page(422, 'Please give your email and tick the box.');
}

try {
    Register::fromEnvironment()->call('/consent-register/add', [
        'projectUid' => Register::setting('REGISTER_PROJECT'),
        'consentInformationPid' => Register::setting('REGISTER_PID'),
        'lang' => 'eng',
        'channel' => 'web.form',
        'proof' => ['url' => Register::setting('PAGE_URL'), 'html' => form($key)],
        'userData' => ['email' => field('email'), 'first_name' => field('first_name')],
    ], $key);
} catch (RegisterError $error) {
    error_log("Consent not recorded: $error->status $error->problem {$error->getMessage()} " . json_encode($error->errors));
    match ($error->status) {
        409 => page(409, 'This form was sent before, with other details. Please fill in this one.'),
        422 => page(422, 'What you sent was refused. Please check it.'),
        default => page(503, 'You could not be subscribed just now. Please try again later.'),
    };
}
page(200, 'Thank you, you are subscribed.', withForm: false);
