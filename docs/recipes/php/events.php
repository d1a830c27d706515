<?php
/**
 * Receives events of the register by HTTP, from an API destination of EventBridge or from `npx consent-register start --events-to`. It verifies the
 * signature of each event, then writes the event to a folder, one file for each. EventBridge delivers at least once and in no order. A
 * repeated event has the same file name, so it is stored once: your program reads the files and must leave them there.
 *
 * It answers 204 when the event is in the folder, and 400 when the register did not sign it. EventBridge does not retry a 400. It retries
 * any other failure, such as a disk error.
 *
 * Environment: EVENTS_KEYS (the file that `events keys --out` writes), EVENTS_FOLDER (folder for the events).
 *
 * It needs PHP 8.1 or newer with the sodium extension.
 *
 * Try it: php -S 127.0.0.1:8090 events.php
 */

declare(strict_types=1);

const LONGEST_BODY = 256 * 1024;

/** A request that is not an event of the register. */
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
    return is_array($value) ? $value : throw new Refused('It is not an event.');
}

/** The public key with this id, 32 bytes. */
function find_key(mixed $kid): string
{
    foreach (read_json(file_get_contents(setting('EVENTS_KEYS')))['keys'] as $key) {
        if ($key['kid'] === $kid && $key['crv'] === 'Ed25519') {
            return decode($key['x']);
        }
    }
    throw new Refused('No known key signed it.');
}

/** The event in a JWS (RFC 7515, EdDSA). Nothing outside the JWS counts. */
function read_event(mixed $jws): array
{
    $parts = is_string($jws) ? explode('.', $jws) : [];
    if (count($parts) !== 3) {
        throw new Refused('It has no JWS.');
    }
    [$header, $payload, $signature] = $parts;
    ['alg' => $alg, 'typ' => $typ, 'kid' => $kid] = read_json(decode($header)) + ['alg' => '', 'typ' => '', 'kid' => ''];
    if ($alg !== 'EdDSA' || $typ !== 'consent-register-event+jws') {
        throw new Refused('It is not an event of the register.');
    }
    if (!sodium_crypto_sign_verify_detached(decode($signature), "$header.$payload", find_key($kid))) {
        throw new Refused('The signature is wrong.');
    }
    $event = read_json(decode($payload));
    if (!preg_match('/^[0-9a-f]{32}$/D', $event['id'] ?? '')) {
        throw new Refused('It has no id.');
    }
    return $event;
}

/** Writes the event to the folder, complete or not at all. Returns whether it is new. */
function keep(array $event): bool
{
    $folder = setting('EVENTS_FOLDER');
    umask(0077);
    if (!is_dir($folder) && !@mkdir($folder, 0700, true) && !is_dir($folder)) {
        throw new RuntimeException("Cannot create $folder.");
    }
    $temporary = "$folder/." . bin2hex(random_bytes(16));
    $text = json_encode($event, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    $file = fopen($temporary, 'x');
    if ($file === false || fwrite($file, $text) !== strlen($text) || !fsync($file) || !fclose($file)) {
        throw new RuntimeException("Cannot write $temporary.");
    }
    $kept = "$folder/{$event['id']}.json";
    $is_new = @link($temporary, $kept);
    unlink($temporary);
    if (!$is_new && !is_file($kept)) {
        throw new RuntimeException("Cannot write $kept.");
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
