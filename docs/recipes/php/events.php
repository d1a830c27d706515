<?php
/**
 * Receives events of the register by HTTP, as an API destination of EventBridge posts them, or `npm start -- --events-to`. Each event has a
 * signature of its own. What is signed goes into a folder, a file for each event, once however often the event comes: EventBridge delivers
 * at least once, and in no order. A program of yours reads them there, and leaves them: by its name a file keeps a repeat out.
 *
 * It answers 204 where the event is in the folder, and 400 where it is not signed by the register: EventBridge does not try that again.
 * After any other failure, as of the disk, it does.
 *
 * Environment: EVENTS_KEYS (the file that `events keys --out` writes), EVENTS_FOLDER (where events go).
 *
 * It needs PHP 8.1 or newer with its extension sodium.
 *
 * Try it: php -S 127.0.0.1:8090 events.php
 */

declare(strict_types=1);

const LONGEST_BODY = 256 * 1024;

/** What somebody sent that is no event of the register. */
class Refused extends Exception
{
}

function setting(string $name): string
{
    $value = getenv($name);
    if ($value === false || $value === '') {
        throw new LogicException("Set the environment variable $name.");
    }
    return $value;
}

function decode(string $part): string
{
    return sodium_base642bin($part, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
}

function read_json(string $text): array
{
    $value = json_decode($text, true, 16, JSON_THROW_ON_ERROR);
    return is_array($value) ? $value : throw new Refused('It is no event.');
}

/** The public key of an id, 32 bytes. */
function find_key(mixed $kid): string
{
    foreach (read_json(file_get_contents(setting('EVENTS_KEYS')))['keys'] as $key) {
        if ($key['kid'] === $kid && $key['crv'] === 'Ed25519') {
            return decode($key['x']);
        }
    }
    throw new Refused('It is signed by nobody we know.');
}

/** The event that a JWS says (RFC 7515, EdDSA). Nothing beside the JWS is believed. */
function read_event(mixed $jws): array
{
    $parts = is_string($jws) ? explode('.', $jws) : [];
    if (count($parts) !== 3) {
        throw new Refused('It has no JWS.');
    }
    [$header, $payload, $signature] = $parts;
    ['alg' => $alg, 'typ' => $typ, 'kid' => $kid] = read_json(decode($header)) + ['alg' => '', 'typ' => '', 'kid' => ''];
    if ($alg !== 'EdDSA' || $typ !== 'consent-register-event+jws') {
        throw new Refused('It is no event of the register.');
    }
    if (!sodium_crypto_sign_verify_detached(decode($signature), "$header.$payload", find_key($kid))) {
        throw new Refused('It is forged.');
    }
    $event = read_json(decode($payload));
    if (!preg_match('/^[0-9a-f]{32}$/D', $event['id'] ?? '')) {
        throw new Refused('It has no id.');
    }
    return $event;
}

/** Puts the event into the folder, whole or not at all. Says whether it is new. */
function keep(array $event): bool
{
    $folder = setting('EVENTS_FOLDER');
    umask(0077);
    if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new RuntimeException("$folder cannot be made.");
    }
    $temporary = "$folder/." . bin2hex(random_bytes(16));
    $text = json_encode($event, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    $file = fopen($temporary, 'x');
    if ($file === false || fwrite($file, $text) !== strlen($text) || !fsync($file) || !fclose($file)) {
        throw new RuntimeException("$temporary cannot be written.");
    }
    $kept = "$folder/{$event['id']}.json";
    $is_new = @link($temporary, $kept);
    unlink($temporary);
    if (!$is_new && !is_file($kept)) {
        throw new RuntimeException("$kept cannot be written.");
    }
    return $is_new;
}

function receive(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    try {
        $body = file_get_contents('php://input', length: LONGEST_BODY + 1);
        if (strlen($body) > LONGEST_BODY) {
            throw new Refused('It is too long.');
        }
        $detail = read_json($body)['detail'] ?? null;
        $event = read_event(is_array($detail) ? $detail['jws'] ?? null : null);
        if (keep($event)) {
            error_log("{$event['type']} {$event['id']}");
        }
        return 204;
    } catch (Refused | JsonException | SodiumException $error) {
        error_log("Refused: {$error->getMessage()}");
        return 400;
    } catch (Throwable $error) {
        error_log((string) $error);
        return 500;
    }
}

http_response_code(receive());
