<?php
/**
 * Leaves in a mailing list only the people who may be written to now.
 *
 *     php filter-mailing.php list.csv allowed.csv
 *
 * The list is CSV in UTF-8, with a column email; other columns are passed on. The new file has the header and the rows of those whose
 * latest consent to the notice is in force, in the same order. A row without an email is left out. The register is asked about 100 people
 * a call, and answers yes, or why not, and nothing else about them: run this right before you send.
 *
 * The file is written when everybody is checked, and only then. It holds personal data, so only the user who runs this can read it. How
 * many rows got which answer is printed for your records.
 *
 * Exit code: 0 the file is written, 1 it is not written, 2 an argument, the list or a setting is wrong.
 *
 * Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PID (PID of the notice). A key with the role sender is
 * enough, and reads no consent. It needs PHP 8.1 or newer, and consent-register-client.php, the PHP client, next to it.
 */

declare(strict_types=1);

require __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

const PEOPLE_OF_A_CALL = 100;

function setting(string $name): string
{
    return (string) getenv($name) ?: throw new LogicException("Set the environment variable $name.");
}

function refuse(string $sentence, int $exitCode): never
{
    fwrite(STDERR, "$sentence\n");
    exit($exitCode);
}

/** The header, and the rows by their numbers as a spreadsheet shows them. */
function read(string $path): array
{
    $text = @file_get_contents($path);
    if ($text === false) {
        refuse("Cannot use $path.", 1);
    }
    $file = fopen('php://temp', 'r+');
    fwrite($file, preg_replace('/^\xEF\xBB\xBF/', '', $text)); // Spreadsheets begin a file with a byte order mark.
    rewind($file);
    $rows = [];
    while (($cells = fgetcsv($file, null, ',', '"', '')) !== false) {
        $rows[count($rows) + 1] = $cells;
    }
    $header = $rows[1] ?? [];
    if (count(array_keys($header, 'email', true)) !== 1) {
        throw new LogicException("$path needs one column email, with commas between the columns.");
    }
    $rows = array_filter(array_slice($rows, 1, null, true), fn (array $cells): bool => $cells !== [null]);
    foreach ($rows as $number => $cells) {
        if (count($cells) !== count($header)) {
            throw new LogicException("Row $number of $path has " . count($cells) . ' cells, the header ' . count($header) . '.');
        }
    }
    return [$header, $rows];
}

/** The register's answer for each row. */
function ask(Client $client, string $pid, int $email, array $rows): array
{
    $people = array_map(fn (array $cells): array => ['email' => $cells[$email]], array_values($rows));
    try {
        $found = $client->checkPeople(['pid' => (int) $pid, 'people' => $people])['data'];
    } catch (ConsentRegisterError $error) {
        foreach ($error->errors as ['field' => $field, 'detail' => $detail]) {
            if (preg_match('/^people\[(\d+)\]/', $field, $place)) {
                throw new LogicException('Row ' . array_keys($rows)[$place[1]] . ": $detail");
            }
        }
        throw $error;
    }
    return array_map(fn (array $one): string => $one['allowed'] ? 'allowed' : $one['reason'], $found);
}

function write_new(string $path, array $rows): void
{
    umask(0077);
    $file = @fopen($path, 'x');
    if ($file === false) {
        refuse("Cannot write $path. Name a new file.", 1);
    }
    foreach ($rows as $cells) {
        @fputcsv($file, $cells, ',', '"', '') || refuse("Cannot write all of $path. Delete it, and make room.", 1);
    }
    fclose($file) || refuse("Cannot write $path.", 1);
}

[, $source, $target] = $argv + [null, null, null];
try {
    if ($target === null || count($argv) > 3) {
        throw new LogicException('Usage: php filter-mailing.php <list> <new file>');
    }
    [$header, $rows] = read($source);
    $client = new Client(setting('REGISTER_URL'), key: setting('REGISTER_KEY'), totalTime: 240);
    [$pid, $email] = [setting('REGISTER_PID'), array_search('email', $header, true)];
    $people = array_filter($rows, fn (array $cells): bool => trim($cells[$email]) !== '');
    $answers = [];
    foreach (array_chunk($people, PEOPLE_OF_A_CALL, true) as $some) {
        array_push($answers, ...ask($client, $pid, $email, $some));
    }
} catch (LogicException $error) {
    refuse($error->getMessage(), 2);
} catch (RuntimeException $error) {
    refuse($error->getMessage(), 1);
}
$allowed = array_filter(array_values($people), fn (int $i): bool => $answers[$i] === 'allowed', ARRAY_FILTER_USE_KEY);
write_new($target, [$header, ...$allowed]);
$counts = array_count_values($answers) + ['no email' => count($rows) - count($people)];
$printed = array_map(
    fn (string $name): string => ($counts[$name] ?? 0) . " $name",
    ['allowed', 'none', 'revoked', 'expired', 'superseded', 'no email'],
);
echo implode(', ', $printed), "\n";
