<?php
/** Walks all operations with the installed client, and prints what it sees. The walks of the other languages print the same. */

declare(strict_types=1);

require __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;
use ConsentRegister\FileTokenStore;

[$baseUrl, $nowhere, $email, $password, $projectUid, $pids] =
    array_map(fn (string $name): string => (string) getenv("WALK_$name"), ['URL', 'NOWHERE', 'EMAIL', 'PASSWORD', 'PROJECT', 'PIDS']);
[$pid, $otherPid] = array_map(intval(...), explode(' ', $pids));

$store = new FileTokenStore('tokens.json');
$client = new Client($baseUrl, $email, $password, $store);
// For an attempt that gets no answer: the walk does not wait long for it.
$brisk = new Client($baseUrl, store: $store, timeout: 4);

function say(string $what, mixed ...$facts): void
{
    $shown = array_map(fn (mixed $fact): mixed => is_bool($fact) ? ($fact ? 'yes' : 'no') : $fact, $facts);
    echo implode(' | ', [$what, ...$shown]), "\n";
}

/** Says what a refused call tells. Returns its error. */
function refuse(string $what, callable $call): ?ConsentRegisterError
{
    try {
        $call();
        say($what, 'is not refused');
        return null;
    } catch (ConsentRegisterError $error) {
        $wrong = array_map(fn (array $each): string => "{$each['field']} {$each['code']}", $error->errors);
        $parts = [$error->code, $error->status ?? 'no status', $error->requestId !== null];
        say($what, ...$parts, ...[implode(', ', $wrong) ?: 'nothing', $error->idempotencyKey !== null]);
        return $error;
    }
}

say('details', $client->details()['email'] === $email);

$notices = $brisk->getNotices(['pid' => [$pid, $otherPid]])['data'];
say('getNotices', count($notices), $notices[$pid]['title']['eng']);
$listed = $client->listNotices()['data'];
say('listNotices', count($listed), in_array($pid, array_column($listed, 'pid'), true));
$version = $client->getNoticeVersion(['id' => $notices[$pid]['id']]);
say('getNoticeVersion', $version['pid'] === $pid, $version['title']['eng']);
$projects = $client->listProjects();
say('listProjects', count($projects['data']), $projects['data'][0]['uid'] === $projectUid, $projects['next'] === null);
say('getOverview', count($client->getOverview(['projectUid' => $projectUid, 'months' => 2])['data']));
say('listDueConsents', $client->listDueConsents(['projectUid' => $projectUid, 'days' => 60])['next'] === null);

$userData = ['first_name' => 'Zoë', 'email' => 'ada@example.com'];
$consent = ['projectUid' => $projectUid, 'channel' => 'web.form', 'proof' => ['url' => 'https://shop.example/'], 'userData' => $userData];
$one = $consent + ['consentInformationPid' => $pid];
$added = $client->addConsent($one, 'walk-1');
say('addConsent', $added['consentInformationVersionId'] === $notices[$pid]['id']);
say('addConsent, again with its key', $client->addConsent($one, 'walk-1')['consentId'] === $added['consentId']);
refuse('addConsent, another with its key', fn () => $client->addConsent(['lang' => 'ita'] + $one, 'walk-1'));
refuse('addConsent without a proof', fn () => $client->addConsent(['proof' => ['url' => '']] + $one));
$both = $client->addConsent($consent + ['consentInformationPid' => [$pid, $otherPid]])['data'];
say('addConsent of two', count($both));

$search = ['userData' => ['email' => 'ADA@example.com']];
$page = $client->searchConsents($search + ['perPage' => 2]);
say('searchConsents', count($page['data']), $page['totalPages'], $page['totalResults']);
$latest = $client->searchConsents($search + ['first' => true])['data'];
say('searchConsents, the first', $latest['id'] === $page['data'][0]['id'], $latest['userData']['first_name']);
$nobody = $client->searchConsents(['userData' => ['email' => 'no@example.com'], 'first' => true]);
say('searchConsents, the first of nobody', $nobody['data'] === null);
$all = array_column(iterator_to_array($client->searchAll($search + ['perPage' => 2]), false), 'id');
say('searchAll', count($all), array_diff([$added['consentId'], ...array_column($both, 'consentId')], $all) === []);
$people = [['email' => 'ADA@example.com'], ['email' => 'no@example.com']];
$allowed = $client->checkPeople(['pid' => $pid, 'people' => $people])['data'];
say('checkPeople', $allowed[0]['allowed'], $allowed[1]['reason']);
$made = $client->makeLinks(['pid' => $pid, 'people' => $people])['data'][0];
say('makeLinks', $made['headers']['List-Unsubscribe'] === "<{$made['oneClick']}>", strlen($made['page']) - strlen($made['oneClick']));
$some = $client->listConsents(['projectUid' => $projectUid, 'perPage' => 2]);
$rest = $client->listConsents(['projectUid' => $projectUid, 'perPage' => 2, 'after' => $some['next']]);
say('listConsents', count($some['data']), count($rest['data']), $rest['next'] === null);

say('getEvidence', $client->getEvidence(['id' => $added['consentId']])['statement']['consent'][0]['consent'] === $added['consentId']);
$file = $client->getEvidenceFile(['id' => $added['consentId']]);
file_put_contents('evidence.json', $file);
say('getEvidenceFile', strlen($file) > 1_000);

$revoked = $client->revokeConsent(['id' => $added['consentId'], 'proof' => ['url' => 'https://shop.example/account']]);
say('revokeConsent', $revoked['revoked'], $revoked['consentId'] === $added['consentId']);
$found = $client->searchConsents(['id' => $added['consentId'], 'userData' => [], 'first' => true]);
say('searchConsents of the revoked', $found['data']['revoked']);
refuse('revokeConsent of none', fn () => $client->revokeConsent(['id' => str_repeat('0', 32), 'proof' => ['url' => 'x']]));
$wished = $client->requestErasure(['ids' => $added['consentId'], 'reason' => 'objected', 'receivedOn' => '2026-01-02']);
say('requestErasure', $wished['state'], $wished['consentIds'][0] === $added['consentId']);
say('listErasureRequests', $client->listErasureRequests()['data'][0]['id'] === $wished['id']);
$mailed = $client->requestConfirmation(['userData' => ['email' => 'grace@example.com']] + $one);
say('requestConfirmation', implode(' ', array_keys($mailed)));

say('details with an expired token', $client->details()['email'] === $email);
say('details of an ended session', $client->details()['email'] === $email);
$tokens = $client->refreshToken();
say('refreshToken', $tokens['access_token'] === $store->load()['access_token']);
$stored = new Client($baseUrl, store: $store);
say('details with the tokens of the store', $stored->details()['email'] === $email);
$client->logout();
say('logout');
say('details after it', $client->details()['email'] === $email);
refuse('details with another password', fn () => (new Client($baseUrl, $email, 'another password'))->details());
say('login', $client->login()['token_type']);
$change = ['currentPassword' => $password, 'newPassword' => 'marble otter plays the tuba'];
$client->changePassword($change);
say('changePassword');
refuse('changePassword again', fn () => $client->changePassword($change));

refuse('getNotices of none', fn () => $client->getNotices(['pid' => [$pid, 999]]));
refuse('an answer of another', fn () => $client->getNoticeVersion(['id' => $notices[$pid]['id']]));
refuse('busy for too long', fn () => $client->getOverview());
$hasty = new Client($baseUrl, store: $store, attempts: 2, timeout: 0.2);
refuse('no answer in time', fn () => $hasty->listProjects());
$error = refuse('a write without an answer', fn () => $hasty->addConsent($one));
$client->addConsent($one, $error?->idempotencyKey);
say('the same with its key', $client->searchConsents($search)['totalResults']);
refuse('a register that is down', fn () => (new Client($nowhere, store: $store, attempts: 2))->details());
refuse('neither tokens nor credentials', fn () => (new Client($baseUrl))->details());
