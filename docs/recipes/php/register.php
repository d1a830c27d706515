<?php
/**
 * A client of the Consent Register for the recipes in this folder. Copy it next to the recipe.
 *
 * It logs in once and keeps the tokens in a file that all requests share. It refreshes a token before it expires, or when the register
 * refuses it, and logs in again only if that fails. On 429 and 503 it waits as long as Retry-After says, then tries again with the same
 * Idempotency-Key: at most four tries and 15 seconds. It also keeps the notices that forms show in a file.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, and REGISTER_TOKENS, the path of the token file. Put it outside the
 * document root, in a directory that only the web server's user can open. The notice files are next to it.
 *
 * It needs PHP 8.1 or newer with streams (allow_url_fopen, the default), and no extension except openssl for https.
 */

declare(strict_types=1);

final class RegisterError extends RuntimeException
{
    /** @param list<array{field: string, code: string, detail: string}> $errors of a 422, one for each parameter */
    public function __construct(
        public readonly int $status,
        public readonly string $problem,
        string $detail,
        public readonly array $errors = [],
    ) {
        parent::__construct($detail);
    }

    /** Whether a 422 refuses what a setting or the program says, such as the project, and nothing that a visitor typed. */
    public function isOurs(): bool
    {
        return $this->errors !== [] && !preg_grep('/^userData/', array_column($this->errors, 'field'));
    }
}

final class Register
{
    private const TRIES = 4;
    private const LEEWAY_SECONDS = 60;
    private const NOTICE_SECONDS = 5 * 60;
    private const VERSIONS_KEPT = 5;

    /** The languages of notices, as HTML names them. */
    private const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt',
        'rus' => 'ru', 'ukr' => 'uk'];

    /** When the current call must end. */
    private float $until = 0;

    /** All in seconds: $timeout for one try, $longestWait between two tries, $deadline for a call with all its tries. */

    public function __construct(
        private readonly string $url,
        private readonly string $email,
        private readonly string $password,
        private readonly string $tokenFile,
        private readonly float $timeout = 10,
        private readonly int $longestWait = 5,
        private readonly float $deadline = 15,
    ) {
    }

    public static function fromEnvironment(): self
    {
        if (!preg_match('~^https?://~i', self::setting('REGISTER_URL'))) {
            throw new LogicException('REGISTER_URL must begin with http:// or https://.');
        }
        $names = ['REGISTER_URL', 'REGISTER_EMAIL', 'REGISTER_PASSWORD', 'REGISTER_TOKENS'];
        return new self(...array_map(self::setting(...), $names));
    }

    public static function setting(string $name, string $default = ''): string
    {
        $value = (string) getenv($name) ?: $default;
        return $value !== '' ? $value : throw new LogicException("Set the environment variable $name.");
    }

    /** Calls an operation: call('/consent-register/add', [...], $key). */
    public function call(string $path, array $parameters, ?string $idempotencyKey = null): array
    {
        [$status, $body] = $this->ask($path, $parameters, $idempotencyKey);
        return $this->read($status, $body);
    }

    /** Calls an operation and returns the bytes of its answer. Keep a signed document this way: encoded again, it does not verify. */
    public function callForBytes(string $path, array $parameters, ?string $idempotencyKey = null): string
    {
        [$status, $body, $bytes] = $this->ask($path, $parameters, $idempotencyKey);
        $this->read($status, $body);
        return $bytes;
    }

    /**
     * The notice for a form, in this language or else the first it has: title is text, html is HTML, tag is the language in HTML. It
     * asks the register every five minutes. If the register does not answer, it returns the last version it has.
     *
     * @return array{name: string, id: string, lang: string, tag: string, title: string, html: string, validity_days: int}
     */
    public function notice(string $pid, string $lang): array
    {
        [$askedAt, $notices] = $this->keptNotices($pid, $lang);
        $newest = reset($notices);
        if ($newest !== false && time() < $askedAt + self::NOTICE_SECONDS) {
            return $newest;
        }
        try {
            return $this->askForNotice($pid, $lang);
        } catch (RegisterError $error) {
            error_log("Notice not renewed: $error->status $error->problem {$error->getMessage()}");
            return $newest !== false ? $newest : throw $error;
        }
    }

    /** The notice that a form showed, by the name in the form; null if it is not one of ours. */
    public function noticeShown(string $pid, string $lang, string $name): ?array
    {
        [, $notices] = $this->keptNotices($pid, $lang);
        if (!isset($notices[$name])) {
            $this->askForNotice($pid, $lang);
            [, $notices] = $this->keptNotices($pid, $lang);
        }
        return $notices[$name] ?? null;
    }

    /** If the register no longer knows a version, such as after a restore, deletes the kept notices and returns true. */
    public function forgetsNotices(string $pid, string $lang, RegisterError $error): bool
    {
        $isUnknown = $error->status === 422 && in_array('consentInformationVersionId', array_column($error->errors, 'field'), true);
        if ($isUnknown) {
            @unlink($this->noticeFile($pid, $lang));
        }
        return $isUnknown;
    }

    /** While one request asks, others show the last version. Keeps the versions that forms showed, newest first. */
    private function askForNotice(string $pid, string $lang): array
    {
        [, $notices] = $this->keptNotices($pid, $lang);
        $this->keepNotices($pid, $lang, $notices);
        $answer = $this->call('/consent-register/information/get', ['pid' => $pid]);
        $notice = self::toShown($answer['data'][$pid] ?? [], $lang);
        [, $notices] = $this->keptNotices($pid, $lang);
        $notices = [$notice['name'] => $notice] + $notices;
        $this->keepNotices($pid, $lang, array_slice($notices, 0, self::VERSIONS_KEPT));
        return $notice;
    }

    /** The text of a notice in this language, or else the first it has. */
    private static function toShown(array $notice, string $wanted): array
    {
        if (!isset(self::TAGS[$wanted])) {
            throw new LogicException("$wanted is not a language of notices. Use one of " . implode(', ', array_keys(self::TAGS)) . '.');
        }
        $titles = array_filter(array_intersect_key($notice['title'] ?? [], array_filter($notice['descriptionHtml'] ?? [])));
        $lang = isset($titles[$wanted]) ? $wanted : array_key_first($titles);
        if ($lang === null) {
            throw new RegisterError(404, 'notice.without-text', 'The notice has no text.');
        }
        return [
            'name' => "{$notice['id']}-$lang",
            'id' => $notice['id'],
            'lang' => $lang,
            'tag' => self::TAGS[$lang],
            'title' => $titles[$lang],
            'html' => $notice['descriptionHtml'][$lang],
            'validity_days' => $notice['validityDays'],
        ];
    }

    private function noticeFile(string $pid, string $lang): string
    {
        return $this->tokenFile . '.notice-' . md5("$this->url $pid $lang");
    }

    /** @return array{int, array<string, array>} when we last asked the register, and the notices that forms showed, by name, newest first */
    private function keptNotices(string $pid, string $lang): array
    {
        return json_decode((string) @file_get_contents($this->noticeFile($pid, $lang)), true) ?? [0, []];
    }

    /** Replaces the whole file at once, because other processes read it. */
    private function keepNotices(string $pid, string $lang, array $notices): void
    {
        $file = $this->noticeFile($pid, $lang);
        $part = $file . bin2hex(random_bytes(4));
        if (file_put_contents($part, json_encode([time(), $notices], JSON_THROW_ON_ERROR)) === false || !rename($part, $file)) {
            throw new RuntimeException('Cannot write the notice files next to REGISTER_TOKENS.');
        }
    }

    /** The token in the file, or a new one if it has expired or was refused. One process at a time renews it. */
    private function accessToken(?string $refused = null): string
    {
        $mask = umask(0077);
        $file = fopen($this->tokenFile, 'c+');
        umask($mask);
        if ($file === false) {
            throw new RuntimeException('Cannot write the file REGISTER_TOKENS.');
        }
        try {
            while (!flock($file, LOCK_EX | LOCK_NB)) {
                if (microtime(true) > $this->until) {
                    throw new RegisterError(0, 'register.unavailable', 'Another request is getting a token.');
                }
                usleep(50_000);
            }
            $tokens = json_decode((string) stream_get_contents($file), true) ?? [];
            $isGood = ($tokens['expires_at'] ?? 0) > time() + self::LEEWAY_SECONDS;
            if ($isGood && $tokens['access_token'] !== $refused) {
                return $tokens['access_token'];
            }
            $tokens = $this->refresh($tokens['refresh_token'] ?? null) ?? $this->logIn();
            $tokens['expires_at'] = time() + $tokens['expires_in'];
            rewind($file);
            ftruncate($file, 0);
            fwrite($file, json_encode($tokens, JSON_THROW_ON_ERROR));
            return $tokens['access_token'];
        } finally {
            fclose($file);
        }
    }

    /** @return array{int, ?array, string} status, body, and the bytes of the body */
    private function ask(string $path, array $parameters, ?string $idempotencyKey): array
    {
        $this->until = microtime(true) + $this->deadline;
        $token = $this->accessToken();
        $answer = $this->send($path, $parameters, $token, $idempotencyKey);
        if ($answer[0] !== 401) {
            return $answer;
        }
        $token = $this->accessToken(refused: $token);
        return $this->send($path, $parameters, $token, $idempotencyKey);
    }

    private function refresh(?string $refreshToken): ?array
    {
        if ($refreshToken === null) {
            return null;
        }
        [$status, $body] = $this->send('/refresh-token', ['refresh_token' => $refreshToken]);
        return $status === 401 ? null : $this->read($status, $body);
    }

    private function logIn(): array
    {
        [$status, $body] = $this->send('/login', ['email' => $this->email, 'password' => $this->password]);
        return $this->read($status, $body);
    }

    /** @return array{int, ?array, string} status, body, and the bytes of the body; status 0 if no answer came in time */
    private function send(string $path, array $parameters, ?string $token = null, ?string $idempotencyKey = null): array
    {
        $headers = ['Content-Type: application/x-www-form-urlencoded', 'Accept: application/json', 'Connection: close'];
        if ($token !== null) {
            $headers[] = "Authorization: Bearer $token";
        }
        if ($idempotencyKey !== null) {
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        $request = [
            'method' => 'POST',
            'header' => $headers,
            'content' => http_build_query($parameters),
            'ignore_errors' => true,
            'follow_location' => 0,
        ];
        for ($try = 1; ; $try++) {
            $left = $this->until - microtime(true);
            if ($left <= 0) {
                return [0, null, ''];
            }
            $context = stream_context_create(['http' => $request + ['timeout' => min($this->timeout, $left)]]);
            $http_response_header = [];
            $body = @file_get_contents(rtrim($this->url, '/') . $path, false, $context);
            $head = implode("\n", $http_response_header);
            $answer = json_decode((string) $body, true);
            $status = preg_match('~^HTTP/\S+ (\d+)~', $head, $line) ? (int) $line[1] : 0;
            if ($status === 200 && !is_array($answer)) {
                $status = 0;
            }
            $isPassing = in_array($status, [0, 429, 502, 503, 504], true);
            $wait = preg_match('~^Retry-After: (\d+)~mi', $head, $line) ? (int) $line[1] : 2 ** ($try - 1);
            $isLast = $try === self::TRIES || $wait > $this->longestWait || microtime(true) + $wait > $this->until;
            if (!$isPassing || $isLast) {
                return [$status, is_array($answer) ? $answer : null, (string) $body];
            }
            sleep($wait);
        }
    }

    private function read(int $status, ?array $body): array
    {
        if ($status === 200 && $body !== null) {
            return $body;
        }
        $detail = $body['detail'] ?? ($status === 0 ? "The register cannot be reached at $this->url." : "The register answered $status.");
        throw new RegisterError($status, $body['code'] ?? 'register.unavailable', $detail, $body['errors'] ?? []);
    }
}
