<?php
/**
 * The settings of the examples in this folder, and the client that they call the register with. Copy it next to the example, and
 * consent-register-client.php too, the PHP client of Consent Register.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines).
 */

declare(strict_types=1);

require_once __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

function setting(string $name, string $default = ''): string
{
    $value = (string) getenv($name) ?: $default;
    return $value !== '' ? $value : throw new LogicException("Set the environment variable $name.");
}

/** A client with at most four tries and so many seconds for a request: a visitor waits for it. */
function connect(float $seconds = 15): Client
{
    if (!preg_match('~^https?://~i', setting('REGISTER_URL'))) {
        throw new LogicException('REGISTER_URL must begin with http:// or https://.');
    }
    return new Client(
        setting('REGISTER_URL'),
        key: setting('REGISTER_KEY'),
        attempts: 4,
        timeout: 10,
        totalTime: $seconds,
    );
}

/** Whether a 422 refuses what a setting or the program says, such as the project, and nothing that a visitor typed. */
function isOurs(ConsentRegisterError $error): bool
{
    return $error->errors !== [] && !preg_grep('/^userData/', array_column($error->errors, 'field'));
}
