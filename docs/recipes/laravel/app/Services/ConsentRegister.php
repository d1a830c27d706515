<?php
/**
 * Calls the Consent Register. Tokens are kept in the cache, shared by all requests; they are refreshed before they expire or when
 * one is refused, and a new login is made only where that fails. On 429 and 503 it waits as long as Retry-After says and tries
 * again, four times at most, with the same Idempotency-Key.
 *
 * Environment (.env, read by config/consent_register.php): REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_PROJECT (uid
 * of the project), REGISTER_PID (PID of the notice). In .env a password with spaces, # or $ stands in single quotes; run
 * `php artisan config:cache` again where it is used. The cache must be one with locks: database, file, redis, memcached, dynamodb.
 *
 * It needs PHP 8.1 and Laravel 8 or newer.
 */

namespace App\Services;

use App\Exceptions\ConsentRegisterException;
use GuzzleHttp\Exception\TransferException;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Http\Client\ConnectionException;
use Illuminate\Http\Client\Response;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Http;

class ConsentRegister
{
    private const TRIES = 4;
    private const LONGEST_WAIT = 5;
    private const TOKENS = 'consent-register-tokens';

    /** Records a consent and returns the register's answer. */
    public function record(array $userData, array $proof, string $idempotencyKey): array
    {
        return $this->call('/consent-register/add', [
            'projectUid' => config('consent_register.project'),
            'consentInformationPid' => config('consent_register.pid'),
            'channel' => 'web.form',
            'proof' => $proof,
            'userData' => $userData,
        ], $idempotencyKey);
    }

    /** Calls an operation, with another token where the first is refused. */
    public function call(string $path, array $parameters, ?string $idempotencyKey = null): array
    {
        $token = $this->accessToken();
        $response = $this->send($path, $parameters, $token, $idempotencyKey);
        if ($response?->status() === 401) {
            $token = $this->accessToken($token);
            $response = $this->send($path, $parameters, $token, $idempotencyKey);
        }
        return $this->read($response);
    }

    /** One request at a time gets new tokens. */
    private function accessToken(?string $refused = null): string
    {
        try {
            return Cache::lock(self::TOKENS . '-lock', 120)->block(30, fn () => $this->goodToken($refused));
        } catch (LockTimeoutException) {
            throw $this->error();
        }
    }

    private function goodToken(?string $refused): string
    {
        $tokens = Cache::get(self::TOKENS);
        $isGood = $tokens !== null && $tokens['expires_at'] > time() + 60;
        if ($isGood && $tokens['access_token'] !== $refused) {
            return $tokens['access_token'];
        }
        $tokens = ($tokens === null ? null : $this->refresh($tokens['refresh_token'])) ?? $this->logIn();
        $tokens['expires_at'] = time() + $tokens['expires_in'];
        Cache::put(self::TOKENS, $tokens, 30 * 24 * 3600);
        return $tokens['access_token'];
    }

    private function refresh(string $refreshToken): ?array
    {
        $response = $this->send('/refresh-token', ['refresh_token' => $refreshToken]);
        return $response?->status() === 401 ? null : $this->read($response);
    }

    private function logIn(): array
    {
        return $this->read($this->send('/login', [
            'email' => config('consent_register.email'),
            'password' => config('consent_register.password'),
        ]));
    }

    /** The answer, or null where there was none in time. Up to Laravel 11 Guzzle's exception is thrown where a connection breaks. */
    private function send(string $path, array $parameters, ?string $token = null, ?string $key = null): ?Response
    {
        $headers = array_filter(['Authorization' => $token ? "Bearer $token" : null, 'Idempotency-Key' => $key]);
        for ($try = 1; ; $try++) {
            try {
                $response = Http::asForm()->acceptJson()->withHeaders($headers)->withoutRedirecting()
                    ->timeout(10)->post(config('consent_register.url') . $path, $parameters);
                if ($response->status() === 200 && !is_array($response->json())) {
                    $response = null; // It is not the register's.
                }
            } catch (ConnectionException | TransferException) {
                $response = null;
            }
            $isPassing = $response === null || in_array($response->status(), [429, 502, 503, 504], true);
            $told = $response?->header('Retry-After') ?? '';
            $wait = ctype_digit($told) ? (int) $told : 2 ** ($try - 1);
            if (!$isPassing || $try === self::TRIES || $wait > self::LONGEST_WAIT) {
                return $response;
            }
            sleep($wait);
        }
    }

    private function read(?Response $response): array
    {
        $body = (array) $response?->json();
        if ($response?->status() === 200) {
            return $body;
        }
        throw $this->error($response?->status() ?? 0, $body);
    }

    private function error(int $status = 0, array $body = []): ConsentRegisterException
    {
        $detail = $body['detail'] ?? 'The register cannot be reached.';
        return new ConsentRegisterException($status, $body['code'] ?? 'register.unavailable', $detail, $body['errors'] ?? []);
    }
}
