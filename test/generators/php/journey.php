<?php
// The whole journey with the client that openapi-generator makes for PHP.

declare(strict_types=1);

use OpenAPI\Client\Api\ConsentsApi;
use OpenAPI\Client\Api\NoticesApi;
use OpenAPI\Client\Api\TokensApi;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AddConsentRequest;
use OpenAPI\Client\Model\Channel;
use OpenAPI\Client\Model\ConsentRecord;
use OpenAPI\Client\Model\GetNoticesRequest;
use OpenAPI\Client\Model\LoginRequest;
use OpenAPI\Client\Model\Problem;
use OpenAPI\Client\Model\RefreshTokenRequest;
use OpenAPI\Client\Model\RevokeConsentRequest;
use OpenAPI\Client\Model\SearchConsentsRequest;

require __DIR__ . '/autoload.php';

set_error_handler(static function (int $level, string $message, string $file): bool {
    // What the client itself deprecates is its generator's matter; a warning about the answer is the journey's.
    if ($level === E_DEPRECATED || $level === E_USER_DEPRECATED) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file);
});

function expect(string $what, mixed $got, mixed $wanted): void
{
    if ($got != $wanted || gettype($got) !== gettype($wanted)) {
        throw new RuntimeException("$what: got " . json_encode($got) . ', expected ' . json_encode($wanted));
    }
}

function configure(?string $token = null): Configuration
{
    $configuration = (new Configuration())->setHost(getenv('REGISTER_URL'));
    return $token === null ? $configuration : $configuration->setAccessToken($token);
}

/** @return array{Configuration, string} */
function signIn(): array
{
    $request = new LoginRequest(['email' => getenv('REGISTER_EMAIL'), 'password' => getenv('REGISTER_PASSWORD')]);
    $tokens = (new TokensApi(config: configure()))->login($request);
    expect('token type', $tokens->getTokenType(), 'Bearer');
    expect('life of the token', $tokens->getExpiresIn(), 3600);
    return [configure($tokens->getAccessToken()), $tokens->getRefreshToken()];
}

function checkDetails(Configuration $configuration): void
{
    expect('email', (new TokensApi(config: $configuration))->details()->getEmail(), getenv('REGISTER_EMAIL'));
}

function readNotices(Configuration $configuration): string
{
    $notices = new NoticesApi(config: $configuration);
    $single = $notices->getNotices(new GetNoticesRequest(['pid' => [2]]))->getData();
    expect('notices', array_keys($single), [2]);
    expect('pid', $single['2']->getPid(), 2);
    expect('a title in English', $single['2']->getTitle()['eng'] !== '', true);
    $both = $notices->getNotices(new GetNoticesRequest(['pid' => [2, 3]]))->getData();
    expect('several notices', array_keys($both), [2, 3]);
    return $single['2']->getId();
}

/** @param list<int> $pids */
function newConsents(array $pids, string $project = 'demo-shop'): AddConsentRequest
{
    return (new AddConsentRequest())
        ->setProjectUid($project)
        ->setChannel(Channel::WEB_FORM)
        ->setConsentInformationPid($pids)
        ->setProof(['url' => 'https://shop.example/newsletter'])
        ->setUserData(['email' => getenv('PERSON'), 'size' => ['label' => 'Your size', 'value' => 'M']]);
}

/** @param list<int> $pids */
function add(Configuration $configuration, array $pids, ?string $key = null): array
{
    $consents = (new ConsentsApi(config: $configuration))->addConsent(newConsents($pids), $key)->getData();
    expect('pids of the consents', array_map(fn ($consent) => $consent->getConsentInformationPid(), $consents), $pids);
    return $consents;
}

/** @param list<string> $latest */
function search(Configuration $configuration, array $latest): void
{
    $consents = new ConsentsApi(config: $configuration);
    $person = ['email' => getenv('PERSON')];
    $second = new SearchConsentsRequest(['user_data' => $person, 'page' => 2, 'per_page' => 2]);
    $page = $consents->searchConsents($second);
    expect('page', $page->getPage(), '2');
    expect('pages', $page->getTotalPages(), 2);
    expect('matches', $page->getTotalResults(), 3);
    expect('matches on the page', count($page->getData()), 1);
    $alone = $consents->searchConsents(new SearchConsentsRequest(['user_data' => $person, 'per_page' => 1]));
    expect('the latest consent', in_array($alone->getData()[0]->getId(), $latest, true), true);
    $nobody = new SearchConsentsRequest(['user_data' => ['email' => 'nobody.' . getenv('PERSON')]]);
    expect('no match', $consents->searchConsents($nobody)->getData(), []);
}

function byId(Configuration $configuration, string $id): ConsentRecord
{
    $request = new SearchConsentsRequest(['id' => $id, 'user_data' => new stdClass()]);
    $found = (new ConsentsApi(config: $configuration))->searchConsents($request)->getData();
    expect('found by id', array_map(fn ($consent) => $consent->getId(), $found), [$id]);
    return $found[0];
}

function findById(Configuration $configuration, string $id): void
{
    $consent = byId($configuration, $id);
    expect('channel', $consent->getChannel(), getenv('CHANNEL'));
    expect('text', $consent->getUserData()['email'], getenv('PERSON'));
    expect('label and value', (array) $consent->getUserData()['size'], ['label' => 'Your size', 'value' => 'M']);
    expect('not revoked', $consent->getRevoked(), false);
    expect('no time of revocation', $consent->getRevokeTime(), null);
    expect('no proof of revocation', $consent->getRevokeProof(), null);
}

function revoke(Configuration $configuration, string $id): void
{
    $proof = ['url' => 'https://shop.example/account'];
    $request = new RevokeConsentRequest(['id' => $id, 'channel' => Channel::EMAIL, 'proof' => $proof]);
    $revoked = (new ConsentsApi(config: $configuration))->revokeConsent($request);
    expect('revoked', $revoked->getConsentId(), $id);
    $consent = byId($configuration, $id);
    expect('revoked, when found', $consent->getRevoked(), true);
    expect('time of revocation', $consent->getRevokeTime(), $revoked->getTime());
    expect('proof of revocation', $consent->getRevokeProof(), $proof);
}

function refused(callable $call): Problem
{
    try {
        $call();
    } catch (ApiException $exception) {
        return $exception->getResponseObject();
    }
    throw new RuntimeException('not refused');
}

function beRefused(Configuration $configuration): void
{
    $consents = new ConsentsApi(config: $configuration);
    $problem = refused(fn () => $consents->addConsent(newConsents([2], 'no-such-project')));
    expect('status', $problem->getStatus(), 422);
    expect('code', $problem->getCode(), getenv('PROBLEM_CODE'));
    expect('field', $problem->getErrors()[0]->getField(), 'projectUid');
    expect('code of the field', $problem->getErrors()[0]->getCode(), getenv('PARAMETER_CODE'));
    $nowhere = new RevokeConsentRequest(['id' => str_repeat('0', 32), 'proof' => ['url' => 'https://shop.example']]);
    expect('status of what is not there', refused(fn () => $consents->revokeConsent($nowhere))->getStatus(), 404);
}

function refresh(string $token): void
{
    $tokens = (new TokensApi(config: configure()))->refreshToken(new RefreshTokenRequest(['refresh_token' => $token]));
    checkDetails(configure($tokens->getAccessToken()));
}

[$configuration, $token] = signIn();
checkDetails($configuration);
$version = readNotices($configuration);
[$first] = add($configuration, [2], getenv('PERSON'));
expect('version of the consent', $first->getConsentInformationVersionId(), $version);
expect('the consent, repeated', add($configuration, [2], getenv('PERSON'))[0]->getConsentId(), $first->getConsentId());
search($configuration, array_map(fn ($consent) => $consent->getConsentId(), add($configuration, [2, 3])));
findById($configuration, $first->getConsentId());
revoke($configuration, $first->getConsentId());
beRefused($configuration);
refresh($token);
