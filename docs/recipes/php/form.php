<?php
/**
 * A newsletter form and its back end. It shows the notice and a form. When the person sends the form, it records their consent to the
 * version it showed. The proof is the form's HTML, the address of the page, and what the person sent. Each form has its own
 * Idempotency-Key, so a double click or a reload records once.
 *
 * With REGISTER_QUEUE, a folder, nothing is lost while the register is down: the form keeps what the person sent, and send-queue.php sends
 * it later. The proof then also says when the person sent the form.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see settings.php), REGISTER_PROJECT (UID of the
 * project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng), PAGE_URL (public address of this page),
 * REGISTER_QUEUE (see queue.php; optional).
 *
 * Try it: php -S 127.0.0.1:8080 form.php
 */

declare(strict_types=1);

require __DIR__ . '/kept-notices.php';
require __DIR__ . '/queue.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const LATER = 'We cannot subscribe you right now. Please try again later.';
const KEPT = 'Thank you. We keep your subscription, and record it as soon as we can.';
const CHANGED = 'The text has changed. Please read it and fill in the form again.';

/** The form without the notice's text, which the register has. The empty form is the proof. */
function fields(array $notice, string $key, string $firstName = '', string $email = ''): string
{
    $title = htmlspecialchars($notice['title']);
    [$firstName, $email] = array_map(htmlspecialchars(...), [$firstName, $email]);
    return <<<HTML
        <input type="hidden" name="key" value="$key">
        <input type="hidden" name="notice" value="{$notice['name']}">
        <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
        <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="{$notice['tag']}">$title</b> and agree to it.</label>
        <button>Subscribe</button>
        HTML;
}

function form(array $notice, string $key): string
{
    $title = htmlspecialchars($notice['title']);
    $fields = fields($notice, $key, field('first_name'), field('email'));
    return <<<HTML
        <form method="post">
        <section lang="{$notice['tag']}"><h1>$title</h1>{$notice['html']}</section>
        $fields
        </form>
        HTML;
}

function page(int $status, string $text, string $form = ''): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store'); // A form's key is for one visitor.
    exit(<<<HTML
        <!doctype html>
        <html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
        <style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
        label { display: block; margin: 1em 0 }
        table { border-collapse: collapse } th, td { border: 1px solid; padding: 0.25em 0.5em }</style>
        <p>$text</p>$form</html>
        HTML);
}

/** Shows a new form with the current notice. Without a notice there is no form. */
function show(KeptNotices $notices, int $status, string $text): never
{
    try {
        $notice = $notices->current();
    } catch (ConsentRegisterError) {
        page(503, LATER);
    }
    page($status, $text, form($notice, bin2hex(random_bytes(16))));
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
    return preg_match('/^.{0,500}/su', $_SERVER['HTTP_USER_AGENT'] ?? '', $found) ? $found[0] : '';
}

function isFilledIn(): bool
{
    $isShort = strlen(field('email')) <= 200 && preg_match('/^.{0,100}$/Du', field('first_name'));
    $isEmail = filter_var(field('email'), FILTER_VALIDATE_EMAIL) !== false;
    $isOurs = preg_match('/^[0-9a-f]{32}$/D', field('key')) && preg_match('/^[0-9a-f]{32}-[a-z]{3}$/D', field('notice'));
    return $isOurs && $isEmail && $isShort && field('agree') === '1';
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
            'html' => fields($notice, field('key')),
            'submitted' => json_encode($submitted, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
            'user_agent' => userAgent(),
            'validity_days' => (string) $notice['validity_days'],
        ],
        'userData' => ['email' => field('email'), 'first_name' => field('first_name')],
    ];
}

/**
 * Records the consent to the version that the form showed. A refusal is for the visitor; anything else that is in the queue waits there.
 *
 * @throws ConsentRegisterError if the visitor must know
 */
function record(Client $client, array $consent): void
{
    if ((string) getenv('REGISTER_QUEUE') === '') {
        $client->addConsent($consent, field('key'));
        return;
    }
    try {
        $queue = new Queue(setting('REGISTER_QUEUE'), $client);
        $queue->submit(field('key'), $consent);
    } catch (ConsentRegisterError $error) {
        if (Queue::isRefusal($error) && (!isOurs($error) || KeptNotices::isUnknown($error))) {
            if ($error->code !== Queue::KEY_REUSED) {
                $queue->drop(field('key'));
            }
            throw $error;
        }
        error_log("Consent not recorded yet: {$error->getMessage()}");
        page(202, KEPT);
    } catch (RuntimeException $error) {
        error_log("Not kept in the queue: {$error->getMessage()}");
        $client->addConsent($consent, field('key'));
    }
}

$client = connect();
$notices = KeptNotices::ofSettings($client);
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    show($notices, 200, 'Subscribe to our newsletter.');
}
if (!isFilledIn()) {
    show($notices, 422, 'Please enter your email and tick the box.');
}
$notice = null;
try {
    $notice = $notices->shown(field('notice'));
    if ($notice === null) {
        show($notices, 409, CHANGED);
    }
    record($client, toConsent($notice));
} catch (ConsentRegisterError $error) {
    error_log("Consent not recorded: {$error->getMessage()}");
    if ($notices->forget($error)) {
        show($notices, 409, CHANGED);
    }
    match ($notice === null || isOurs($error) ? 0 : $error->status) {
        409 => show($notices, 409, 'This form was sent before with other details. Please fill in this new one.'),
        400, 413, 422 => show($notices, $error->status, 'We could not accept your details. Please check them.'),
        default => page(503, LATER, $notice === null ? '' : form($notice, field('key'))), // Keep the key: the consent may be recorded already.
    };
}
page(200, 'Thank you, you are subscribed.');
