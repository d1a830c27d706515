<?php
/**
 * A client of the Consent Register, for the recipes in this folder: copy it beside yours.
 *
 * It logs in once and keeps the tokens in a file, shared by all requests; refreshes them before they expire or when one is refused,
 * and logs in again only where that fails; waits as long as Retry-After says on 429 and 503, and tries again, four times at
 * most, with the same Idempotency-Key.
 *
 * Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, and REGISTER_TOKENS, the path of the file for the tokens: outside
 * the document root, in a directory that only the web server's user can enter.
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

    public function __construct(
        private readonly string $url,
        private readonly string $email,
        private readonly string $password,
        private readonly string $tokenFile,
        private readonly float $timeout = 10,
        private readonly int $longestWait = 5,
    ) {
    }

    public static function fromEnvironment(): self
    {
        $names = ['REGISTER_URL', 'REGISTER_EMAIL', 'REGISTER_PASSWORD', 'REGISTER_TOKENS'];
        return new self(...array_map(self::setting(...), $names));
    }

    public static function setting(string $name): string
    {
        $value = (string) getenv($name);
        return $value !== '' ? $value : throw new LogicException("Set the environment variable $name.");
    }

    /** Calls an operation: call('/consent-register/add', [...], $key). */
    public function call(string $path, array $parameters, ?string $idempotencyKey = null): array
    {
        $token = $this->accessToken();
        [$status, $body] = $this->send($path, $parameters, $token, $idempotencyKey);
        if ($status === 401) {
            $token = $this->accessToken(refused: $token);
            [$status, $body] = $this->send($path, $parameters, $token, $idempotencyKey);
        }
        return self::read($status, $body);
    }

    /** The token of the file; another one where it has expired or is the one that was refused. One process at a time gets it. */
    private function accessToken(?string $refused = null): string
    {
        $mask = umask(0077);
        $file = fopen($this->tokenFile, 'c+');
        umask($mask);
        if ($file === false || !flock($file, LOCK_EX)) {
            throw new RuntimeException('The file of REGISTER_TOKENS cannot be written.');
        }
        try {
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
        return self::read(...$this->send('/login', ['email' => $this->email, 'password' => $this->password]));
    }

    /** @return array{int, ?array} status and body; 0 for a request that got no answer in time */
    private function send(string $path, array $parameters, ?string $token = null, ?string $idempotencyKey = null): array
    {
        $headers = ['Content-Type: application/x-www-form-urlencoded', 'Accept: application/json', 'Connection: close'];
        if ($token !== null) {
            $headers[] = "Authorization: Bearer $token";
        }
        if ($idempotencyKey !== null) {
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $headers,
            'content' => http_build_query($parameters),
            'timeout' => $this->timeout,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        for ($try = 1; ; $try++) {
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
            if (!$isPassing || $try === self::TRIES || $wait > $this->longestWait) {
                return [$status, is_array($answer) ? $answer : null];
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
