<?php
/**
 * A client of the Consent Register. It keeps the tokens in the cache, shared by all requests. It refreshes a token before it expires, or
 * when the register refuses it, and logs in again only if that fails. On 429 and 503 it waits as long as Retry-After says, then tries
 * again with the same Idempotency-Key: at most four tries and 15 seconds. It also keeps the notices that forms show in the cache.
 *
 * Environment (.env, read by config/consent_register.php): REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_PROJECT (UID
 * of the project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng). In .env put a password with
 * spaces, # or $ in single quotes. If you use `php artisan config:cache`, run it again. The cache must support locks: database, file,
 * redis, memcached, dynamodb.
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
use LogicException;

class ConsentRegister
{
    private const TRIES = 4;
    private const LONGEST_WAIT = 5;
    private const DEADLINE = 15;
    private const TOKENS = 'consent-register-tokens';
    private const NOTICE_SECONDS = 5 * 60;
    private const VERSIONS_KEPT = 5;

    /** The languages of notices, as HTML names them. */
    private const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt',
        'rus' => 'ru', 'ukr' => 'uk'];

    /** When the current call must end. */
    private int $until = 0;

    /** Records a consent to the notice that the form showed, and returns the register's answer. */
    public function record(array $notice, array $userData, array $proof, string $idempotencyKey): array
    {
        return $this->call('/consent-register/add', [
            'projectUid' => config('consent_register.project'),
            'consentInformationVersionId' => $notice['id'],
            'lang' => $notice['lang'],
            'channel' => 'web.form',
            'proof' => $proof + ['validity_days' => $notice['validity_days']],
            'userData' => $userData,
        ], $idempotencyKey);
    }

    /**
     * The notice for a form, in this language or else the first it has: title is text, html is HTML, tag is the language in HTML. It
     * asks the register every five minutes. If the register does not answer, it returns the last version it has.
     */
    public function notice(): array
    {
        $kept = $this->keptNotices();
        $newest = reset($kept['notices']);
        if ($newest !== false && time() < $kept['asked_at'] + self::NOTICE_SECONDS) {
            return $newest;
        }
        try {
            return $this->askForNotice();
        } catch (ConsentRegisterException $exception) {
            report($exception);
            return $newest !== false ? $newest : throw $exception;
        }
    }

    /** The notice that a form showed, by the name in the form; null if it is not one of ours. */
    public function noticeShown(string $name): ?array
    {
        if (!isset($this->keptNotices()['notices'][$name])) {
            $this->askForNotice();
        }
        return $this->keptNotices()['notices'][$name] ?? null;
    }

    /** If the register no longer knows a version, such as after a restore, deletes the kept notices and returns true. */
    public function forgetsNotices(ConsentRegisterException $exception): bool
    {
        $fields = array_column($exception->errors, 'field');
        $isUnknown = $exception->status === 422 && in_array('consentInformationVersionId', $fields, true);
        if ($isUnknown) {
            Cache::forget($this->noticePlace());
        }
        return $isUnknown;
    }

    /** While one request asks, others show the last version. Keeps the versions that forms showed, newest first. */
    private function askForNotice(): array
    {
        $this->keepNotices($this->keptNotices()['notices']);
        $pid = config('consent_register.pid');
        $answer = $this->call('/consent-register/information/get', ['pid' => $pid]);
        $notice = $this->toShown($answer['data'][$pid] ?? [], config('consent_register.lang'));
        $notices = [$notice['name'] => $notice] + $this->keptNotices()['notices'];
        $this->keepNotices(array_slice($notices, 0, self::VERSIONS_KEPT));
        return $notice;
    }

    private function keptNotices(): array
    {
        return Cache::get($this->noticePlace()) ?? ['asked_at' => 0, 'notices' => []];
    }

    private function keepNotices(array $notices): void
    {
        Cache::forever($this->noticePlace(), ['asked_at' => time(), 'notices' => $notices]);
    }

    private function noticePlace(): string
    {
        $parts = array_map(fn ($name) => config("consent_register.$name"), ['url', 'pid', 'lang']);
        return 'consent-register-notices-' . md5(implode(' ', $parts));
    }

    /** The text of a notice in this language, or else the first it has. */
    private function toShown(array $notice, string $wanted): array
    {
        if (!isset(self::TAGS[$wanted])) {
            throw new LogicException("$wanted is not a language of notices. Use one of " . implode(', ', array_keys(self::TAGS)) . '.');
        }
        $texts = array_filter(array_intersect_key($notice['descriptionHtml'] ?? [], $notice['title'] ?? []));
        $lang = isset($texts[$wanted]) ? $wanted : array_key_first($texts);
        if ($lang === null) {
            throw new ConsentRegisterException(404, 'notice.without-text', 'The notice has no text.');
        }
        return [
            'name' => "{$notice['id']}-$lang",
            'id' => $notice['id'],
            'lang' => $lang,
            'tag' => self::TAGS[$lang],
            'title' => $notice['title'][$lang],
            'html' => $texts[$lang],
            'validity_days' => $notice['validityDays'],
        ];
    }

    /** Calls an operation, with a new token if the first is refused. */
    public function call(string $path, array $parameters, ?string $idempotencyKey = null): array
    {
        $this->until = time() + self::DEADLINE;
        $token = $this->accessToken();
        $response = $this->send($path, $parameters, $token, $idempotencyKey);
        if ($response?->status() === 401) {
            $token = $this->accessToken($token);
            $response = $this->send($path, $parameters, $token, $idempotencyKey);
        }
        return $this->read($response);
    }

    /** One request at a time renews the tokens. */
    private function accessToken(?string $refused = null): string
    {
        try {
            return Cache::lock(self::TOKENS . '-lock', 30)->block(self::DEADLINE, fn () => $this->goodToken($refused));
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

    /** The answer, or null if none came in time. Up to Laravel 11 a broken connection throws Guzzle's exception. */
    private function send(string $path, array $parameters, ?string $token = null, ?string $key = null): ?Response
    {
        $headers = array_filter(['Authorization' => $token ? "Bearer $token" : null, 'Idempotency-Key' => $key]);
        for ($try = 1; ; $try++) {
            try {
                $response = Http::asForm()->acceptJson()->withHeaders($headers)->withoutRedirecting()
                    ->timeout(max(1, min(10, $this->until - time())))->post($this->url() . $path, $parameters);
                if ($response->status() === 200 && !is_array($response->json())) {
                    $response = null; // The register did not send it.
                }
            } catch (ConnectionException | TransferException) {
                $response = null;
            }
            $isPassing = $response === null || in_array($response->status(), [429, 502, 503, 504], true);
            $told = $response?->header('Retry-After') ?? '';
            $wait = ctype_digit($told) ? (int) $told : 2 ** ($try - 1);
            $isLast = $try === self::TRIES || $wait > self::LONGEST_WAIT || time() + $wait >= $this->until;
            if (!$isPassing || $isLast) {
                return $response;
            }
            sleep($wait);
        }
    }

    private function url(): string
    {
        return rtrim(config('consent_register.url'), '/');
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
        $detail = $body['detail'] ?? ($status === 0 ? "The register cannot be reached at {$this->url()}." : "The register answered $status.");
        return new ConsentRegisterException($status, $body['code'] ?? 'register.unavailable', $detail, $body['errors'] ?? []);
    }
}
