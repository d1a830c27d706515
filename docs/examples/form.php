<?php
/**
 * A newsletter form and its back end. When a person sends the form, their consent to the notice that it showed is recorded. The proof is
 * the form's HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key, so a double click or a reload
 * records once. The register is asked for the notice each time; a busy site keeps it for some minutes.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
 * REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page).
 *
 * It needs PHP 8.1 or newer, and consent-register-client.php, the PHP client, next to it.
 *
 *     php -S 127.0.0.1:8080 form.php
 */

declare(strict_types=1);

require __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

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
        'validityDays' => (string) $notice['validityDays'],
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
    return $isEmail && preg_match('/^.{0,100}$/Du', field('first_name')) && field('agree') === '1' && preg_match('/^[0-9a-f]{32}$/D', field('key'));
}

/** The form without the notice's text, which the register has. The empty form is the proof. */
function fields(array $notice, string $key, string $firstName = '', string $email = ''): string
{
    [$firstName, $email, $tag] = [htmlspecialchars($firstName), htmlspecialchars($email), TAGS[$notice['lang']]];
    return <<<HTML
        <input type="hidden" name="key" value="$key">
        <input type="hidden" name="notice" value="{$notice['name']}">
        <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
        <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="$tag">{$notice['title']}</b> and agree to it.</label>
        <button>Subscribe</button>
        HTML;
}

function page(int $status, string $text, string $html = ''): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store'); // A form's key is for one visitor.
    exit(<<<HTML
        <!doctype html>
        <html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
        <style>label { display: block; margin: 1em 0 }</style>
        <p>$text</p>$html</html>
        HTML);
}

/** Ends with the form, with what the visitor typed. By default it has a new key. */
function showForm(int $status, string $text, array $notice, ?string $key = null): never
{
    $fields = fields($notice, $key ?? bin2hex(random_bytes(16)), field('first_name'), field('email'));
    $section = '<section lang="' . TAGS[$notice['lang']] . "\"><h1>{$notice['title']}</h1>{$notice['html']}</section>";
    page($status, $text, "<form method=\"post\">$section$fields</form>");
}

function record(Client $client, array $notice): void
{
    $person = ['email' => field('email'), 'first_name' => field('first_name')];
    $submitted = $person + ['agree' => field('agree'), 'notice' => $notice['name']];
    $client->addConsent([
        'projectUid' => setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => [
            'url' => setting('PAGE_URL'),
            'html' => fields($notice, field('key')),
            'submitted' => json_encode($submitted, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'user_agent' => preg_match('/^.{0,300}/su', $_SERVER['HTTP_USER_AGENT'] ?? '', $found) ? $found[0] : '',
            'validity_days' => $notice['validityDays'],
        ],
        'userData' => $person,
    ], field('key'));
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
    record($client, $notice);
} catch (ConsentRegisterError $error) {
    error_log("Consent register: {$error->getMessage()}");
    $notice ?? page(503, LATER);
    !isOfVisitor($error) || showForm($error->status, 'We could not accept this. Please check it and send it again.', $notice);
    showForm(503, LATER, $notice, field('key')); // The consent may be recorded already: the form keeps its key.
}
page(200, 'Thank you, you are subscribed.');
