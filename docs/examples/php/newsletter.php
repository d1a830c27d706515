<?php
/**
 * What form.php and double-opt-in.php share: the notice that they show, and their page. Copy it next to them, with what settings.php says.
 *
 * Environment: REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng), REGISTER_NOTICE
 * (path of a file that keeps the notice, in a directory that only the web server's user can open).
 */

declare(strict_types=1);

require_once __DIR__ . '/settings.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const NOTICE_SECONDS = 5 * 60;
const LATER = 'We cannot subscribe you right now. Please try again later.';
const CHANGED = 'The text has changed. Please read it and fill in the form again.';

/** The languages of notices, as HTML names them. */
const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt', 'rus' => 'ru', 'ukr' => 'uk'];

/** One for each notice and language. */
function noticeFile(): string
{
    $parts = [setting('REGISTER_URL'), setting('REGISTER_PID'), setting('REGISTER_LANG', 'eng')];
    return setting('REGISTER_NOTICE') . '-' . md5(implode(' ', $parts));
}

/** Replaces the whole file at once, because other processes read it. */
function keepNotice(array $notice): void
{
    $part = noticeFile() . bin2hex(random_bytes(4));
    if (file_put_contents($part, json_encode([time(), $notice], JSON_THROW_ON_ERROR)) === false || !rename($part, noticeFile())) {
        throw new RuntimeException('Cannot write the notice next to REGISTER_NOTICE.');
    }
}

/**
 * The current notice: title is text, html is HTML, tag is the language in HTML, name stands for the version and the language. It asks the
 * register every five minutes. If the register does not answer, it returns the last version.
 */
function notice(Client $client): array
{
    [$askedAt, $kept] = json_decode((string) @file_get_contents(noticeFile()), true) ?? [0, null];
    if ($kept !== null && time() < $askedAt + NOTICE_SECONDS) {
        return $kept;
    }
    try {
        $pid = (int) setting('REGISTER_PID');
        $notice = toShown($client->getNotices(['pid' => $pid])['data'][$pid] ?? [], setting('REGISTER_LANG', 'eng'));
    } catch (ConsentRegisterError $error) {
        error_log("Notice not renewed: {$error->getMessage()}");
        $notice = $kept ?? throw $error;
    }
    keepNotice($notice);
    return $notice;
}

/** The text of a notice in this language, or else the first it has. */
function toShown(array $notice, string $wanted): array
{
    $titles = array_filter(array_intersect_key($notice['title'] ?? [], array_filter($notice['descriptionHtml'] ?? [])));
    $lang = isset($titles[$wanted]) ? $wanted : array_key_first($titles);
    if ($lang === null) {
        throw new ConsentRegisterError('notice.without-text', 'The notice has no text.', 404);
    }
    return [
        'name' => "{$notice['id']}-$lang",
        'id' => $notice['id'],
        'lang' => $lang,
        'tag' => TAGS[$lang],
        'title' => $titles[$lang],
        'html' => $notice['descriptionHtml'][$lang],
        'validity_days' => (string) $notice['validityDays'],
    ];
}

/** If the register no longer knows the version, such as after a restore, deletes the kept notice and returns true. */
function forgetsNotice(ConsentRegisterError $error): bool
{
    $isUnknown = $error->status === 422 && in_array('consentInformationVersionId', array_column($error->errors, 'field'), true);
    return $isUnknown && (!is_file(noticeFile()) || unlink(noticeFile()));
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

function hasPerson(): bool
{
    $isEmail = strlen(field('email')) <= 200 && filter_var(field('email'), FILTER_VALIDATE_EMAIL) !== false;
    return $isEmail && preg_match('/^.{0,100}$/Du', field('first_name')) && field('agree') === '1';
}

/** The form without the notice's text, which the register has. The empty form is the proof. */
function fields(array $notice, string $hidden, string $button, string $firstName = '', string $email = ''): string
{
    [$title, $firstName, $email] = array_map(htmlspecialchars(...), [$notice['title'], $firstName, $email]);
    return <<<HTML
        $hidden<input type="hidden" name="notice" value="{$notice['name']}">
        <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
        <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="{$notice['tag']}">$title</b> and agree to it.</label>
        <button>$button</button>
        HTML;
}

function text(array $notice): string
{
    return "<section lang=\"{$notice['tag']}\"><h1>" . htmlspecialchars($notice['title']) . "</h1>{$notice['html']}</section>";
}

function page(int $status, string $text, string $html = ''): never
{
    http_response_code($status);
    header('Content-Type: text/html; charset=utf-8');
    header('Cache-Control: no-store'); // A form's key is for one visitor.
    header('Referrer-Policy: no-referrer');
    exit(<<<HTML
        <!doctype html>
        <html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
        <style>body { font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }
        label { display: block; margin: 1em 0 }</style>
        <p>$text</p>$html</html>
        HTML);
}
