<?php
/**
 * Saves the signed evidence document of a consent in a new file, byte for byte.
 *
 *     php evidence.php 01a203b847867fd1bb46680a628c6caf evidence.json
 *     php evidence.php 01a203b847867fd1bb46680a628c6caf evidence.json 2026-03-03
 *
 * With a time (a month, a day or a time in UTC) the document also has the state of the consent then.
 *
 * The file has the bytes of the answer. A program that parses the answer and writes it again may change a byte, and a verifier then
 * refuses it. The document holds personal data, so only the user who runs this can read the file. The SHA-256 of the file is printed for
 * your records.
 *
 * Exit code: 0 the file is written, 1 it is not written, 2 an argument or a setting is wrong.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_TOKENS (see settings.php). A user with the role reader is enough.
 */

declare(strict_types=1);

require __DIR__ . '/settings.php';

function refuse(string $says, int $exitCode): never
{
    fwrite(STDERR, "$says\n");
    exit($exitCode);
}

function write_new(string $file, string $bytes): void
{
    umask(0077);
    $opened = @fopen($file, 'x');
    if ($opened === false || fwrite($opened, $bytes) !== strlen($bytes) || !fclose($opened)) {
        refuse("Cannot write $file. Name a new file.", 1);
    }
}

[, $id, $file, $at] = $argv + [null, null, null, null];
if ($file === null) {
    refuse('Usage: php evidence.php <id of the consent> <new file> [time]', 2);
}

try {
    $document = connect()->getEvidenceFile(['id' => $id, 'at' => $at]);
} catch (LogicException $error) {
    refuse($error->getMessage(), 2);
} catch (RuntimeException $error) {
    refuse($error->getMessage(), 1);
}
write_new($file, $document);
echo hash('sha256', $document), "  $file\n";
