<?php
/**
 * Double opt-in. A page shows the notice and a form. The register mails the person a link, shows them the text behind it, and records
 * their consent when they press the button there. Nothing is recorded before, and the site stores nothing.
 *
 * The stage needs the option mailFrom. The local service sends no mail, but shows it at http://127.0.0.1:3000/outbox.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
 * REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page).
 *
 * It needs PHP 8.1 or newer, and consent-register-client.php, the PHP client, next to it.
 *
 *     php -S 127.0.0.1:8080 double-opt-in.php
 */

declare(strict_types=1);

require __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const SENT = 'We sent you an email. Please open the link in it, and confirm there.';
/** A mail went to this mailbox before, or may have gone; or the mailbox, or the account, gets no more mails today. */
const PERHAPS_SENT = 'You may have an email from us already: open the link in it, and confirm there. If there is none, please try again tomorrow.';
const LATER = 'We cannot subscribe you right now. Please try again later.';

/** The languages of notices, as HTML names them. */
const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt', 'rus' => 'ru', 'ukr' => 'uk'];

function setting(string $name, string $default = ''): string
{
    $value = (string) getenv($name) ?: $default;
    return $value !== '' ? $value : throw new LogicException("Set the environment variable $name.");
}

/** The notice in the language of the site, or else in the first that it has. */
function currentNotice(Client $client): array
{
    $pid = (int) setting('REGISTER_PID');
    $notice = $client->getNotices(['pid' => $pid])['data'][$pid];
    $titles = array_filter(array_intersect_key($notice['title'], array_filter($notice['descriptionHtml'])));
    $lang = isset($titles[setting('REGISTER_LANG', 'eng')]) ? setting('REGISTER_LANG', 'eng') : array_key_first($titles);
    return [
        'name' => "{$notice['id']}-$lang",
        'id' => $notice['id'],
        'lang' => $lang,
        'title' => htmlspecialchars($titles[$lang]),
        'html' => $notice['descriptionHtml'][$lang],
    ];
}

/** The field, or an empty text if it is missing or not plain text. */
function field(string $name): string
{
    $text = $_POST[$name] ?? null;
    return is_string($text) && preg_match('//u', $text) ? trim($text) : '';
}

function isComplete(): bool
{
    $isEmail = strlen(field('email')) <= 200 && filter_var(field('email'), FILTER_VALIDATE_EMAIL) !== false;
    return $isEmail && preg_match('/^.{0,100}$/Du', field('first_name')) && field('agree') === '1';
}

/** The form without the notice's text, which the register has. The empty form is the proof. */
function fields(array $notice, string $firstName = '', string $email = ''): string
{
    [$firstName, $email, $tag] = [htmlspecialchars($firstName), htmlspecialchars($email), TAGS[$notice['lang']]];
    return <<<HTML
        <input type="hidden" name="notice" value="{$notice['name']}">
        <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
        <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="$tag">{$notice['title']}</b> and agree to it.</label>
        <button>Send me the link</button>
        HTML;
}

function page(int $status, string $text, string $html = ''): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    exit(<<<HTML
        <!doctype html>
        <html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
        <style>label { display: block; margin: 1em 0 }</style>
        <p>$text</p>$html</html>
        HTML);
}

/** Ends with the form, with what the visitor typed. */
function showForm(int $status, string $text, array $notice): never
{
    $fields = fields($notice, field('first_name'), field('email'));
    $section = '<section lang="' . TAGS[$notice['lang']] . "\"><h1>{$notice['title']}</h1>{$notice['html']}</section>";
    page($status, $text, "<form method=\"post\">$section$fields</form>");
}

function askForConfirmation(Client $client, array $notice): void
{
    $userAgent = preg_match('/^.{0,300}/su', $_SERVER['HTTP_USER_AGENT'] ?? '', $found) ? $found[0] : '';
    $client->requestConfirmation([
        'projectUid' => setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => ['url' => setting('PAGE_URL'), 'html' => fields($notice), 'user_agent' => $userAgent],
        'userData' => ['email' => field('email'), 'first_name' => field('first_name')],
    ]);
}

/** What the visitor can correct. Any other error is of a setting, the program or the register. */
function isOfVisitor(ConsentRegisterError $error): bool
{
    return $error->status === 409 || ($error->status === 422 && preg_grep('/^userData/', array_column($error->errors, 'field')));
}

// A visitor waits for it: at most four attempts and 15 seconds for a request.
$client = new Client(setting('REGISTER_URL'), key: setting('REGISTER_KEY'), attempts: 4, timeout: 10, totalTime: 15);
$notice = null;
try {
    $notice = currentNotice($client);
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        showForm(200, 'Subscribe to our newsletter.', $notice);
    }
    isComplete() || showForm(422, 'Please enter your email and tick the box.', $notice);
    field('notice') === $notice['name'] || showForm(409, 'The text has changed. Please read it and fill in the form again.', $notice);
    askForConfirmation($client, $notice);
} catch (ConsentRegisterError $error) {
    error_log("Consent register: {$error->getMessage()}");
    $notice ?? page(503, LATER);
    !isOfVisitor($error) || showForm($error->status, 'We could not accept this. Please check it and send it again.', $notice);
    in_array($error->code, ['confirmation.throttled', 'mail.unsettled'], true) || showForm(503, LATER, $notice);
    page(200, PERHAPS_SENT);
}
page(200, SENT);
