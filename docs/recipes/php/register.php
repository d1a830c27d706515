<?php
/**
 * A client of the Consent Register, for the recipes in this folder: copy it beside yours.
 *
 * It logs in once and keeps the tokens in a file, shared by all requests; refreshes them before they expire or when one is refused,
 * and logs in again only where that fails; waits as long as Retry-After says on 429 and 503, and tries again, four times and
 * 15 seconds at most, with the same Idempotency-Key. It keeps the notices that forms show, in a file too.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, and REGISTER_TOKENS, the path of the file for the tokens: outside
 * the document root, in a directory that only the web server's user can enter. The files of notices are beside it.
 *
 * It needs PHP 8.1 or newer with streams (allow_url_fopen, as it is by default), and no extension but openssl for https.
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

    /** When the call that is being made must have ended. */
    private float $until = 0;

    /** In seconds: $timeout of a try, $longestWait between two, $deadline of a call with all its tries. */

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
        return self::read($status, $body);
    }

    /** Calls an operation and gives its answer as it came. A signed document is kept so: written anew, it does not verify. */
    public function callForBytes(string $path, array $parameters, ?string $idempotencyKey = null): string
    {
        [$status, $body, $bytes] = $this->ask($path, $parameters, $idempotencyKey);
        self::read($status, $body);
        return $bytes;
    }

    /**
     * The notice for a form, in the language or else in one that it has: title is text, html is HTML, tag is the language in HTML. The
     * register is asked every five minutes; where it gives no answer, a form shows the last version that we have.
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

    /** The notice that a form showed, by the name that the form carries; null where it is not one of ours. */
    public function noticeShown(string $pid, string $lang, string $name): ?array
    {
        [, $notices] = $this->keptNotices($pid, $lang);
        if (!isset($notices[$name])) {
            $this->askForNotice($pid, $lang);
            [, $notices] = $this->keptNotices($pid, $lang);
        }
        return $notices[$name] ?? null;
    }

    /** Forgets what forms showed where the register does not know it, such as after a restore; says whether that was the error. */
    public function forgetsNotices(string $pid, string $lang, RegisterError $error): bool
    {
        $isUnknown = $error->status === 422 && in_array('consentInformationVersionId', array_column($error->errors, 'field'), true);
        if ($isUnknown) {
            @unlink($this->noticeFile($pid, $lang));
        }
        return $isUnknown;
    }

    /** While one request asks, others show the last version. What forms showed is kept, the newest first. */
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

    /** The text of a notice in a language, or else in the first that it has. */
    private static function toShown(array $notice, string $wanted): array
    {
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

    /** @return array{int, array<string, array>} when the register was asked, and what forms showed, by name, the newest first */
    private function keptNotices(string $pid, string $lang): array
    {
        return json_decode((string) @file_get_contents($this->noticeFile($pid, $lang)), true) ?? [0, []];
    }

    /** Other processes read the file meanwhile: it is replaced whole. */
    private function keepNotices(string $pid, string $lang, array $notices): void
    {
        $file = $this->noticeFile($pid, $lang);
        $part = $file . bin2hex(random_bytes(4));
        if (file_put_contents($part, json_encode([time(), $notices], JSON_THROW_ON_ERROR)) === false || !rename($part, $file)) {
            throw new RuntimeException('The files beside REGISTER_TOKENS cannot be written.');
        }
    }

    /** The token of the file; another one where it has expired or is the one that was refused. One process at a time gets it. */
    private function accessToken(?string $refused = null): string
    {
        $mask = umask(0077);
        $file = fopen($this->tokenFile, 'c+');
        umask($mask);
        if ($file === false) {
            throw new RuntimeException('The file of REGISTER_TOKENS cannot be written.');
        }
        try {
            while (!flock($file, LOCK_EX | LOCK_NB)) {
                if (microtime(true) > $this->until) {
                    throw new RegisterError(0, 'register.unavailable', 'Another request waits for a token.');
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

    /** @return array{int, ?array, string} status, body, and the body as it came */
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
        return $status === 401 ? null : self::read($status, $body);
    }

    private function logIn(): array
    {
        [$status, $body] = $this->send('/login', ['email' => $this->email, 'password' => $this->password]);
        return self::read($status, $body);
    }

    /** @return array{int, ?array, string} status, body, and the body as it came; 0 for a request that got no answer in time */
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
            $body = @file_get_contents($this->url . $path, false, $context);
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

    private static function read(int $status, ?array $body): array
    {
        if ($status === 200 && $body !== null) {
            return $body;
        }
        $detail = $body['detail'] ?? ($status === 0 ? 'The register cannot be reached.' : "The register answered $status.");
        throw new RegisterError($status, $body['code'] ?? 'register.unavailable', $detail, $body['errors'] ?? []);
    }
}
