<?php
/**
 * A client of Consent Register for PHP 8.1 or newer, in one file. It needs the extension curl, or allow_url_fopen and for https openssl.
 * README.md describes it. schema.php has the types of requests and answers for PHPStan and PhpStorm; nothing needs it at run time.
 */

declare(strict_types=1);

namespace ConsentRegister;

/**
 * Keeps the tokens, so they survive a request and processes can share them.
 *
 * @phpstan-import-type TokenSet from Schema
 */
interface TokenStore
{
    /** @return ?TokenSet */
    public function load(): ?array;

    /** @param TokenSet $tokens */
    public function save(#[\SensitiveParameter] array $tokens): void;
}

/** For a store that several processes share: only the one with the lock gets new tokens, the others wait and take these. */
interface TokenLock
{
    /** Waits for the lock. False if another process still has it after these seconds. */
    public function acquire(float $seconds): bool;

    public function release(): void;
}

/** Keeps the tokens in a file that only its user can read. Put it outside the document root, in a directory that this user can write to. */
final class FileTokenStore implements TokenStore, TokenLock
{
    /** @var ?resource */
    private $lock = null;

    public function __construct(private readonly string $file)
    {
    }

    /** Null if there is no file. @throws ConsentRegisterError tokens.unreadable */
    public function load(): ?array
    {
        clearstatcache(true, $this->file);
        if (!file_exists($this->file)) {
            return null;
        }
        $text = @file_get_contents($this->file);
        if ($text === false) {
            throw new ConsentRegisterError('tokens.unreadable', "This user cannot read $this->file.");
        }
        $tokens = json_decode($text, true);
        return Tokens::areUsable($tokens) ? $tokens : throw Tokens::unreadable($this->file, 'Check that the path is right, then delete the file');
    }

    /** Replaces the whole file at once, because other processes read it. On a full disk it warns, and the tokens serve this process alone. */
    public function save(#[\SensitiveParameter] array $tokens): void
    {
        $text = json_encode($tokens, JSON_THROW_ON_ERROR);
        $part = $this->file . '.' . bin2hex(random_bytes(4));
        $opened = self::openPrivately($part, 'x');
        $isKept = $opened !== false && @fwrite($opened, $text) === strlen($text) && fclose($opened)
            && @rename($part, $this->file);
        if (!$isKept) {
            @unlink($part);
            trigger_error("Cannot write the tokens to $this->file. The next process must log in again.", E_USER_WARNING);
        }
    }

    public function acquire(float $seconds): bool
    {
        $until = hrtime(true) / 1e9 + $seconds;
        $opened = self::openPrivately("$this->file.lock", 'c');
        if ($opened === false) {
            throw new \RuntimeException("Cannot write $this->file.lock. Its directory must exist and be writable for this user.");
        }
        while (!flock($opened, LOCK_EX | LOCK_NB)) {
            if (hrtime(true) / 1e9 > $until) {
                return false;
            }
            usleep(20_000);
        }
        $this->lock = $opened;
        return true;
    }

    public function release(): void
    {
        if ($this->lock !== null) {
            fclose($this->lock);
        }
        $this->lock = null;
    }

    /**
     * A new file has its mode from the beginning: nobody else can open it before.
     *
     * @return resource|false
     */
    private static function openPrivately(string $file, string $mode)
    {
        $usual = umask(0077);
        try {
            return @fopen($file, $mode);
        } finally {
            umask($usual);
        }
    }
}

/** @internal */
final class Tokens
{
    /** Whether these are tokens that a header can have: a line break would begin another header. */
    public static function areUsable(#[\SensitiveParameter] mixed $found): bool
    {
        $isToken = fn (mixed $token): bool => is_string($token) && preg_match('/^[\x21-\x7e]+$/D', $token) === 1;
        return is_array($found) && $isToken($found['access_token'] ?? null) && $isToken($found['refresh_token'] ?? null);
    }

    public static function unreadable(string $store, string $advice): ConsentRegisterError
    {
        $detail = "$store has something else than tokens: it is empty, cut off, or of another program. $advice: the next call logs in again.";
        return new ConsentRegisterError('tokens.unreadable', $detail);
    }
}

/**
 * Why a call failed. It contains no token, no password and no personal data.
 *
 * @phpstan-import-type ParameterError from Schema
 */
final class ConsentRegisterError extends \RuntimeException
{
    /** @var string of the problem, or connection.failed, connection.timeout, answer.unexpected (not from the service), tokens.missing, tokens.unreadable (the store has something else than tokens) */
    public $code;

    /** @var ?string of a write: repeat the same request with this key within 24 hours, and it is recorded once */
    public ?string $idempotencyKey = null;

    /**
     * @param string $detail what to do
     * @param ?int $status of the answer, if there is one
     * @param ?string $requestId lets the operator find the request in the log
     * @param list<ParameterError> $errors what is wrong with each parameter
     * @param ?float $retryAfter how many seconds the service asks you to wait
     * @param string $reason what the connection says
     */
    public function __construct(
        string $code,
        public readonly string $detail,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly array $errors = [],
        public readonly ?float $retryAfter = null,
        string $reason = '',
        ?\Throwable $previous = null,
    ) {
        $wrong = array_map(fn (array $error): string => "{$error['field']}: {$error['detail']}", $errors);
        $unsaid = array_filter([...$wrong, $reason], fn (string $text): bool => $text !== '' && !str_contains($detail, $text));
        parent::__construct(implode(' ', ["$code: $detail", ...$unsaid]), 0, $previous);
        $this->code = $code;
    }
}

/**
 * The operations of a consent register. They log in, refresh tokens and repeat requests after temporary failures. Requests and answers
 * have the members of the interface as associative arrays; a member that is null is not sent. All throw ConsentRegisterError.
 *
 * @phpstan-import-type AddedConsent from Schema
 * @phpstan-import-type AddedConsents from Schema
 * @phpstan-import-type ChangePasswordRequest from Schema
 * @phpstan-import-type CheckPeopleRequest from Schema
 * @phpstan-import-type CheckedPeople from Schema
 * @phpstan-import-type ConsentCriteria from Schema
 * @phpstan-import-type ConsentListing from Schema
 * @phpstan-import-type ConsentPage from Schema
 * @phpstan-import-type ConsentRecord from Schema
 * @phpstan-import-type Credentials from Schema
 * @phpstan-import-type DueConsents from Schema
 * @phpstan-import-type EvidenceRequest from Schema
 * @phpstan-import-type LatestConsent from Schema
 * @phpstan-import-type LatestSearch from Schema
 * @phpstan-import-type ListDueConsentsRequest from Schema
 * @phpstan-import-type ListErasureRequestsRequest from Schema
 * @phpstan-import-type ListedConsents from Schema
 * @phpstan-import-type ListedNotices from Schema
 * @phpstan-import-type ListedProjects from Schema
 * @phpstan-import-type MadeLinks from Schema
 * @phpstan-import-type MakeLinksRequest from Schema
 * @phpstan-import-type NewConsent from Schema
 * @phpstan-import-type NewConsents from Schema
 * @phpstan-import-type NoticeListing from Schema
 * @phpstan-import-type NoticeRequest from Schema
 * @phpstan-import-type NoticeVersion from Schema
 * @phpstan-import-type NoticeVersionRequest from Schema
 * @phpstan-import-type Notices from Schema
 * @phpstan-import-type Overview from Schema
 * @phpstan-import-type OverviewRequest from Schema
 * @phpstan-import-type PageSearch from Schema
 * @phpstan-import-type ProjectListing from Schema
 * @phpstan-import-type RequestErasureRequest from Schema
 * @phpstan-import-type RequestedErasure from Schema
 * @phpstan-import-type RequestedErasures from Schema
 * @phpstan-import-type Revocation from Schema
 * @phpstan-import-type RevokedConsent from Schema
 * @phpstan-import-type SignedEvidence from Schema
 * @phpstan-import-type TokenSet from Schema
 * @phpstan-import-type UserDetails from Schema
 * @phpstan-import-type Transport from Connection
 */
class Client
{
    /** How many consents searchAll lists at a time by default. */
    private const IDS_PER_PAGE = 50;
    /** Of one call: one for the client's own token, one for an old token that another process has stored. */
    private const RENEWALS = 2;
    private const STALE_TOKENS = ['token.expired', 'token.invalid', 'session.ended'];

    private readonly Connection $connection;
    /** @var ?TokenSet */
    private ?array $tokens = null;
    private ?string $lastSeenInStore = null;
    private readonly ?string $key;

    /**
     * @param string $baseUrl the output ApiUrl of the deployment, or your own domain
     * @param ?string $email with the password: the user (login) of the account, to log in when the client needs tokens
     * @param ?TokenStore $store keeps the tokens; without it, each client logs in
     * @param int $attempts of each request
     * @param float $timeout seconds for each attempt
     * @param float $totalTime seconds for all attempts of a request with their pauses
     * @param ?Transport $transport sends instead of curl or streams; throws an exception if no answer came
     * @param bool $allowHttp whether http: may lead to another machine, whose network then sees passwords, tokens and personal data
     * @param ?string $key a key for machines, in place of email, password and store: no login, no refresh, no token file
     */
    public function __construct(
        string $baseUrl,
        private readonly ?string $email = null,
        #[\SensitiveParameter] private readonly ?string $password = null,
        private readonly ?TokenStore $store = null,
        int $attempts = 5,
        float $timeout = 15,
        private readonly float $totalTime = 60,
        ?callable $transport = null,
        bool $allowHttp = false,
        #[\SensitiveParameter] ?string $key = null,
    ) {
        if ($key !== null && ($email ?? $password ?? $store) !== null) {
            throw new \InvalidArgumentException('Give a key, or email and password and a store, not both.');
        }
        // White space around it, as a file has it, does not count.
        $this->key = $key === null ? null : trim($key);
        if ($this->key !== null && preg_match('/^crk_[0-9A-Za-z]{80}$/D', $this->key) !== 1) {
            throw new \InvalidArgumentException('A key is crk_ and 80 letters and digits. Copy it whole.');
        }
        $this->connection = new Connection($baseUrl, $attempts, $timeout, $totalTime, $transport, $allowHttp);
    }

    /**
     * Logs in now, by default with the client's credentials. Other credentials are used only this once.
     *
     * @param ?Credentials $credentials
     * @return TokenSet
     */
    public function login(#[\SensitiveParameter] ?array $credentials = null): array
    {
        return $this->alone(fn (): array => $this->logInAgain(self::nothingToLogInWith(), $credentials));
    }

    /**
     * Refreshes now, by default with the client's token.
     *
     * @param ?array{refresh_token: string} $request
     * @return TokenSet
     */
    public function refreshToken(#[\SensitiveParameter] ?array $request = null): array
    {
        return $this->alone(function () use ($request): array {
            $this->adopt();
            return $this->renew($request['refresh_token'] ?? null);
        });
    }

    /** @return UserDetails */
    public function details(): array
    {
        return $this->call('details');
    }

    /** Ends the session of the client's token. The next call logs in again, if the client has credentials. */
    public function logout(): void
    {
        $this->call('logout');
    }

    /**
     * Changes the password of the client's user, whose other sessions end. This client keeps its tokens; where it logs in by itself, give the new
     * password to the next one.
     *
     * @param ChangePasswordRequest $request
     */
    public function changePassword(#[\SensitiveParameter] array $request): void
    {
        $this->call('changePassword', $request);
    }

    /**
     * Records the consent to one notice, or with a list of notices the consents to all of them or to none.
     *
     * @param NewConsent|NewConsents $consent
     * @param ?string $idempotencyKey by default a new one; repeat a failed request with its key, and it is recorded once
     * @return ($consent is NewConsents ? AddedConsents : AddedConsent)
     */
    public function addConsent(array $consent, ?string $idempotencyKey = null): array
    {
        return $this->write('addConsent', $consent, $idempotencyKey);
    }

    /**
     * A page of records; with `first`, `data` is the latest record or null.
     *
     * @param LatestSearch|PageSearch $search
     * @return ($search is LatestSearch ? LatestConsent : ConsentPage)
     */
    public function searchConsents(array $search): array
    {
        return $this->call('searchConsents', $search);
    }

    /**
     * All records, newest first and each once, even if consents are added or erased in the meantime. It lists their ids, `perPage` at a time, and
     * asks for each record alone, so a person may have any number of consents of any size.
     *
     * @param ConsentCriteria $criteria
     * @return \Generator<int, ConsentRecord>
     */
    public function searchAll(array $criteria): \Generator
    {
        $filters = array_diff_key($criteria, ['id' => 0, 'perPage' => 0]);
        if (isset($criteria['id']) || (!isset($criteria['projectUid']) && ($criteria['userData'] ?? []) === [])) {
            yield from $this->searchConsents(array_diff_key($criteria, ['perPage' => 0]))['data'];
            return;
        }
        $perPage = $criteria['perPage'] ?? self::IDS_PER_PAGE;
        $after = null;
        do {
            ['data' => $listed, 'next' => $after] = $this->listConsents(['perPage' => $perPage, 'after' => $after] + $filters);
            foreach ($listed as ['id' => $id]) {
                $record = $this->searchConsents(['id' => $id, 'first' => true] + $filters)['data'];
                if ($record !== null) {
                    yield $record;
                }
            }
        } while ($after !== null);
    }

    /**
     * @param Revocation $revocation
     * @param ?string $idempotencyKey as for addConsent
     * @return RevokedConsent
     */
    public function revokeConsent(array $revocation, ?string $idempotencyKey = null): array
    {
        return $this->write('revokeConsent', $revocation, $idempotencyKey);
    }

    /**
     * The current versions of notices, by PID.
     *
     * @param NoticeRequest $request
     * @return Notices
     */
    public function getNotices(array $request): array
    {
        return $this->call('getNotices', $request);
    }

    /**
     * @param EvidenceRequest $request
     * @return SignedEvidence
     */
    public function getEvidence(array $request): array
    {
        return $this->call('getEvidence', $request);
    }

    /**
     * The bytes of the document of getEvidence. Keep, pass on and verify these: encoded again, the document does not verify.
     *
     * @param EvidenceRequest $request
     */
    public function getEvidenceFile(array $request): string
    {
        return $this->ask('getEvidence', $request)['bytes'];
    }

    /**
     * Whether each of up to 100 people may be written to now, in the order of the request.
     *
     * @param CheckPeopleRequest $request
     * @return CheckedPeople
     */
    public function checkPeople(array $request): array
    {
        return $this->call('checkPeople', $request);
    }

    /**
     * The links of up to 100 people, in the order of the request. Whoever has a link may withdraw: send it to that person alone.
     *
     * @param MakeLinksRequest $request
     * @return MadeLinks
     */
    public function makeLinks(array $request): array
    {
        return $this->call('makeLinks', $request);
    }

    /**
     * A page of a list. The list continues if `next` is not null, even after an empty page.
     *
     * @param ConsentListing $listing
     * @return ListedConsents
     */
    public function listConsents(array $listing = []): array
    {
        return $this->call('listConsents', $listing);
    }

    /**
     * A page of the consents whose people must be asked again, and why. The list continues if `next` is not null, even after an empty page.
     *
     * @param ListDueConsentsRequest $request
     * @return DueConsents
     */
    public function listDueConsents(array $request = []): array
    {
        return $this->call('listDueConsents', $request);
    }

    /**
     * By default all notices.
     *
     * @param NoticeListing $request
     * @return ListedNotices
     */
    public function listNotices(array $request = []): array
    {
        return $this->call('listNotices', $request);
    }

    /**
     * @param NoticeVersionRequest $request
     * @return NoticeVersion
     */
    public function getNoticeVersion(array $request): array
    {
        return $this->call('getNoticeVersion', $request);
    }

    /**
     * A page of the projects. The list continues if `next` is not null.
     *
     * @param ProjectListing $request
     * @return ListedProjects
     */
    public function listProjects(array $request = []): array
    {
        return $this->call('listProjects', $request);
    }

    /**
     * By default for all projects and twelve months.
     *
     * @param OverviewRequest $request
     * @return Overview
     */
    public function getOverview(array $request = []): array
    {
        return $this->call('getOverview', $request);
    }

    /**
     * Mails a link to userData[email], behind which the consents are recorded: only the mailbox can confirm them. The parameters are
     * those of addConsent. It may take five seconds; after `mail.unsettled` the mail may have been sent.
     *
     * @param RequestConfirmationRequest $request
     * @param ?string $idempotencyKey as for addConsent
     * @return RequestedConfirmation
     */
    public function requestConfirmation(array $request, ?string $idempotencyKey = null): array
    {
        return $this->write('requestConfirmation', $request, $idempotencyKey);
    }

    /**
     * Asks the operator to erase consents, or withdraws such a request. It erases nothing itself.
     *
     * @param RequestErasureRequest $request
     * @param ?string $idempotencyKey as for addConsent
     * @return RequestedErasure
     */
    public function requestErasure(array $request, ?string $idempotencyKey = null): array
    {
        return $this->write('requestErasure', $request, $idempotencyKey);
    }

    /**
     * A page of the requests to erase consents, newest first. The list continues if `next` is not null.
     *
     * @param ListErasureRequestsRequest $request
     * @return RequestedErasures
     */
    public function listErasureRequests(array $request = []): array
    {
        return $this->call('listErasureRequests', $request);
    }

    /** Keeps the password, the key and the tokens out of var_dump() and print_r(). */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->connection->baseUrl];
    }

    private function call(string $operation, array $request = []): array
    {
        return $this->ask($operation, $request)['body'];
    }

    private function write(string $operation, array $request, ?string $key): array
    {
        $key ??= bin2hex(random_bytes(16));
        if (!preg_match('/^[\x21-\x7e]{1,255}$/D', $key)) {
            throw new \InvalidArgumentException('An idempotency key has 1 to 255 printable ASCII characters and no spaces.');
        }
        try {
            return $this->ask($operation, $request, $key)['body'];
        } catch (ConsentRegisterError $error) {
            $error->idempotencyKey = $key;
            throw $error;
        }
    }

    /** @return array{bytes: string, body: array<mixed>} */
    private function ask(string $operation, array $request, ?string $key = null): array
    {
        $token = null;
        for ($renewed = 0; ; $renewed++) {
            $token = $this->key ?? $this->token($token);
            try {
                return $this->connection->post($operation, $request, $token, $key);
            } catch (ConsentRegisterError $error) {
                $isStale = $error->status === 401 && in_array($error->code, self::STALE_TOKENS, true);
                if (!$isStale || $renewed === self::RENEWALS || $this->key !== null) {
                    throw $error;
                }
            }
        }
    }

    /** A token to call with. It differs from the stale one that the service refused. */
    private function token(#[\SensitiveParameter] ?string $stale): string
    {
        $isMissing = $this->tokens === null || $this->tokens['access_token'] === $stale;
        $tokens = $isMissing ? $this->adopt() ?? $this->alone(fn (): array => $this->adopt() ?? $this->renew()) : $this->tokens;
        return $tokens['access_token'];
    }

    /**
     * Runs while no other process gets tokens.
     *
     * @param callable(): TokenSet $work
     * @return TokenSet
     */
    private function alone(callable $work): array
    {
        if ($this->key !== null) {
            throw new ConsentRegisterError('tokens.missing', 'This client calls with a key, which needs neither a login nor a refresh.');
        }
        $lock = $this->store instanceof TokenLock ? $this->store : null;
        if ($lock !== null && !$lock->acquire($this->totalTime)) {
            throw new ConsentRegisterError('connection.timeout', 'Another process did not get tokens in time.');
        }
        try {
            return $work();
        } finally {
            $lock?->release();
        }
    }

    /**
     * Uses tokens that another process put into the store.
     *
     * @return ?TokenSet
     */
    private function adopt(): ?array
    {
        $found = $this->store?->load();
        if ($found === null) {
            return null;
        }
        if (!Tokens::areUsable($found)) {
            throw Tokens::unreadable('The store', 'Check where it keeps them, then delete what is there');
        }
        if ($found['access_token'] === $this->lastSeenInStore) {
            return null;
        }
        $this->lastSeenInStore = $found['access_token'];
        return $this->tokens = $found;
    }

    /** @return TokenSet */
    private function keep(#[\SensitiveParameter] array $tokens): array
    {
        if (!Tokens::areUsable($tokens)) {
            $detail = 'The answer has no usable tokens, so it did not come from the service: check baseUrl and what is in between.';
            throw new ConsentRegisterError('answer.unexpected', $detail, 200);
        }
        $this->tokens = $tokens;
        $this->store?->save($tokens);
        $this->lastSeenInStore = $tokens['access_token'];
        return $tokens;
    }

    /** @return TokenSet */
    private function renew(#[\SensitiveParameter] ?string $given = null): array
    {
        $used = $given ?? $this->tokens['refresh_token'] ?? null;
        if ($used === null) {
            return $this->logInAgain(self::nothingToLogInWith());
        }
        try {
            return $this->keep($this->connection->post('refreshToken', ['refresh_token' => $used])['body']);
        } catch (ConsentRegisterError $error) {
            if ($given !== null || !in_array($error->status, [401, 422], true)) {
                throw $error;
            }
            return $this->adopt() ?? $this->logInAgain($error);
        }
    }

    /** @return TokenSet */
    private function logInAgain(ConsentRegisterError $reason, #[\SensitiveParameter] ?array $given = null): array
    {
        $hasOwn = $this->email !== null && $this->password !== null;
        $credentials = $given ?? ($hasOwn ? ['email' => $this->email, 'password' => $this->password] : throw $reason);
        return $this->keep($this->connection->post('login', $credentials)['body']);
    }

    private static function nothingToLogInWith(): ConsentRegisterError
    {
        $detail = 'Give a key, email and password, or a store that has tokens, or call login with credentials.';
        return new ConsentRegisterError('tokens.missing', $detail);
    }
}

/**
 * Sends requests, with retries, and reads the answers.
 *
 * @internal
 * @phpstan-type Transport callable(string, array<string, string>, string, float): array{status: int, headers: array<string, string>, body: string}
 */
final class Connection
{
    /** The operations: path, members, one of which every answer has (or none at all), and whether it accepts an Idempotency-Key. */
    private const OPERATIONS = [
        'login' => ['/login', ['refresh_token'], false],
        'details' => ['/details', ['id'], false],
        'refreshToken' => ['/refresh-token', ['refresh_token'], false],
        'addConsent' => ['/consent-register/add', ['consentId', 'data'], true],
        'searchConsents' => ['/consent-register/search', ['data'], false],
        'revokeConsent' => ['/consent-register/revoke', ['consentId'], true],
        'getNotices' => ['/consent-register/information/get', ['data'], false],
        'getEvidence' => ['/consent-register/evidence/get', ['protected'], false],
        'checkPeople' => ['/consent-register/check', ['data'], false],
        'makeLinks' => ['/consent-register/links', ['data'], false],
        'listConsents' => ['/consent-register/list', ['next'], false],
        'listDueConsents' => ['/consent-register/due', ['next'], false],
        'listNotices' => ['/consent-register/notices/list', ['data'], false],
        'getNoticeVersion' => ['/consent-register/notices/get', ['contentHash'], false],
        'listProjects' => ['/consent-register/projects/list', ['next'], false],
        'getOverview' => ['/consent-register/overview/get', ['countedUntil'], false],
        'requestConfirmation' => ['/consent-register/confirmations/request', ['endTime'], true],
        'requestErasure' => ['/consent-register/erasures/request', ['dueOn'], true],
        'listErasureRequests' => ['/consent-register/erasures/list', ['next'], false],
        'changePassword' => ['/password', [], false],
        'logout' => ['/logout', [], false],
    ];
    private const PASSING = [429, 502, 503, 504];
    private const SHORTEST_PAUSE = 0.2;
    private const LONGEST_PAUSE = 5.0;

    public readonly string $baseUrl;
    /** @var Transport */
    private $transport;

    /** @param ?Transport $transport */
    public function __construct(
        string $baseUrl,
        private readonly int $attempts,
        private readonly float $timeout,
        private readonly float $totalTime,
        ?callable $transport,
        bool $allowHttp,
    ) {
        $parts = parse_url($baseUrl) ?: [];
        $scheme = strtolower($parts['scheme'] ?? '');
        $hasMore = array_diff_key($parts, ['scheme' => 0, 'host' => 0, 'port' => 0, 'path' => 0]) !== [];
        if (!in_array($scheme, ['http', 'https'], true) || !isset($parts['host']) || $hasMore) {
            throw new \InvalidArgumentException('baseUrl must be an http or https URL without user, query and fragment.');
        }
        $isLoopback = self::isLoopback(strtolower($parts['host']));
        if ($scheme === 'http' && !$allowHttp && !$isLoopback) {
            throw new \InvalidArgumentException(
                'baseUrl must begin with https:, or others on the way can read the password. allowHttp: true allows http:.',
            );
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->transport = $transport ?? self::chooseTransport($scheme, $isLoopback);
    }

    /**
     * @param array<string, mixed> $request
     * @return array{bytes: string, body: array<mixed>} the unchanged bytes of the answer, and its content
     */
    public function post(string $operation, #[\SensitiveParameter] array $request, #[\SensitiveParameter] ?string $token = null, ?string $key = null): array
    {
        [$path, $answers] = self::OPERATIONS[$operation];
        $headers = ['Accept' => 'application/json, application/problem+json', 'Content-Type' => 'application/json'];
        $headers += ($token === null ? [] : ['Authorization' => "Bearer $token"]) + ($key === null ? [] : ['Idempotency-Key' => $key]);
        $body = self::encode($request);
        $end = self::now() + $this->totalTime;
        for ($attempt = 1; ; $attempt++) {
            try {
                $seconds = max(0.001, min($this->timeout, $end - self::now()));
                return $this->read($this->send($this->baseUrl . $path, $headers, $body, $seconds), $path, $answers);
            } catch (ConsentRegisterError $error) {
                $pause = self::findPause($error, $attempt);
                if ($pause === null || $attempt >= $this->attempts || self::now() + $pause >= $end) {
                    throw $error;
                }
                usleep((int) ($pause * 1_000_000));
            }
        }
    }

    /** JSON in which an empty array is an object where the interface wants one. */
    private static function encode(#[\SensitiveParameter] array $request): string
    {
        $sent = array_filter($request, fn (mixed $member): bool => $member !== null);
        foreach (['proof', 'userData'] as $name) {
            if (($sent[$name] ?? null) === []) {
                $sent[$name] = new \stdClass();
            }
        }
        try {
            return json_encode((object) $sent, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $cause) {
            throw new \InvalidArgumentException("The request cannot be sent as JSON: {$cause->getMessage()}.");
        }
    }

    /** @return array{status: int, headers: array<string, string>, body: string} */
    private function send(string $url, #[\SensitiveParameter] array $headers, #[\SensitiveParameter] string $body, float $seconds): array
    {
        $start = self::now();
        try {
            return ($this->transport)($url, $headers, $body, $seconds);
        } catch (ConsentRegisterError $error) {
            throw $error;
        } catch (\Exception $cause) {
            if (self::now() - $start >= $seconds - 0.005) {
                throw new ConsentRegisterError('connection.timeout', 'The service did not answer in time.', previous: $cause);
            }
            $detail = "The service at $this->baseUrl cannot be reached, or the connection broke.";
            $reason = $cause instanceof BrokenConnection ? $cause->getMessage() : '';
            throw new ConsentRegisterError('connection.failed', $detail, reason: $reason, previous: $cause);
        }
    }

    /**
     * Reads an answer of 200 that has one of the operation's members.
     *
     * @param array{status: int, headers: array<string, string>, body: string} $answer
     * @param list<string> $members
     * @return array{bytes: string, body: array<mixed>}
     */
    private function read(array $answer, string $path, array $members): array
    {
        ['status' => $status, 'body' => $bytes] = $answer;
        $headers = array_change_key_case($answer['headers']);
        $body = json_decode($bytes, true);
        $isObject = is_array($body) && str_starts_with(ltrim($bytes), '{');
        $isAnswer = $isObject && ($members === [] ? $body === [] : array_intersect_key($body, array_flip($members)) !== []);
        if ($status === 200 && $isAnswer) {
            return ['bytes' => $bytes, 'body' => $body];
        }
        $retryAfter = self::readRetryAfter($headers['retry-after'] ?? '');
        if ($status !== 200 && $isObject && self::isProblem($body)) {
            ['code' => $code, 'detail' => $detail, 'requestId' => $requestId] = $body;
            throw new ConsentRegisterError($code, $detail, $status, $requestId, $body['errors'] ?? [], $retryAfter);
        }
        $kind = $headers['content-type'] ?? 'no media type';
        $isToHttps = str_starts_with($headers['location'] ?? '', 'https:') && !str_starts_with(strtolower($this->baseUrl), 'https:');
        $hint = $isToHttps ? ' It leads to https: baseUrl must begin with it.' : '';
        throw new ConsentRegisterError(
            'answer.unexpected',
            "The answer to $path is $status with $kind and not the service's: check baseUrl and what is in between.$hint",
            $status,
            $headers['apigw-requestid'] ?? null,
            retryAfter: $retryAfter,
        );
    }

    private static function isProblem(array $body): bool
    {
        $hasTexts = fn (mixed $of, string ...$names): bool =>
            is_array($of) && count(array_filter(array_intersect_key($of, array_flip($names)), is_string(...))) === count($names);
        $errors = array_map(fn (mixed $error): bool => $hasTexts($error, 'field', 'code', 'detail'), (array) ($body['errors'] ?? []));
        return $hasTexts($body, 'code', 'detail', 'requestId') && !in_array(false, $errors, true);
    }

    private static function readRetryAfter(string $value): ?float
    {
        $value = trim($value);
        if (preg_match('/^\d+$/D', $value)) {
            return (float) $value;
        }
        // A date of HTTP. PHP takes "-5" and "tomorrow" for times too.
        $time = preg_match('/^[A-Z][a-z]+, .+ GMT$/D', $value) ? strtotime($value) : false;
        return $time === false ? null : (float) max(0, $time - time());
    }

    /** Seconds to wait after a failure; null if another attempt would fail in the same way. */
    private static function findPause(ConsentRegisterError $error, int $attempt): ?float
    {
        $isPassing = in_array($error->code, ['connection.failed', 'connection.timeout'], true)
            || in_array($error->status, self::PASSING, true);
        if (!$isPassing) {
            return null;
        }
        $share = random_int(0, 1_000) / 1_000;
        $backoff = min(self::LONGEST_PAUSE, self::SHORTEST_PAUSE * 2 ** ($attempt - 1));
        return $error->retryAfter === null ? $backoff * (0.5 + $share / 2) : $error->retryAfter + self::SHORTEST_PAUSE * $share;
    }

    private static function isLoopback(string $host): bool
    {
        $isAddress = filter_var($host, FILTER_VALIDATE_IP, FILTER_FLAG_IPV4) !== false;
        return in_array($host, ['localhost', '[::1]'], true) || ($isAddress && str_starts_with($host, '127.'));
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    private static function chooseTransport(string $scheme, bool $isLoopback): callable
    {
        if (function_exists('curl_init')) {
            return new CurlTransport(avoidsProxies: $isLoopback);
        }
        if (!ini_get('allow_url_fopen') || ($scheme === 'https' && !extension_loaded('openssl'))) {
            throw new \LogicException('Enable the extension curl, or allow_url_fopen and for https openssl, or give a transport.');
        }
        return new StreamTransport();
    }
}

/** @internal */
final class BrokenConnection extends \RuntimeException
{
}

/** @internal */
final class CurlTransport
{
    /** It keeps connections open for the next request. */
    private readonly \CurlHandle $handle;

    /** @param bool $avoidsProxies whether no proxy of the environment gets a request, as on the way to this machine itself */
    public function __construct(private readonly bool $avoidsProxies)
    {
        $this->handle = curl_init() ?: throw new \LogicException('curl does not start.');
    }

    /** @return array{status: int, headers: array<string, string>, body: string} */
    public function __invoke(string $url, #[\SensitiveParameter] array $headers, #[\SensitiveParameter] string $body, float $seconds): array
    {
        $lines = [];
        curl_reset($this->handle);
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            CURLOPT_HTTPHEADER => [...StreamTransport::toLines($headers), 'Expect:'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($seconds * 1_000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$lines): int {
                $lines[] = $line;
                return strlen($line);
            },
        ]);
        if ($this->avoidsProxies) {
            curl_setopt($this->handle, CURLOPT_NOPROXY, '*');
        }
        $answer = curl_exec($this->handle);
        return is_string($answer)
            ? StreamTransport::toAnswer($lines, $answer)
            : throw new BrokenConnection(curl_error($this->handle));
    }
}

/** @internal */
final class StreamTransport
{
    /** @return array{status: int, headers: array<string, string>, body: string} */
    public function __invoke(string $url, #[\SensitiveParameter] array $headers, #[\SensitiveParameter] string $body, float $seconds): array
    {
        $end = hrtime(true) / 1e9 + $seconds;
        error_clear_last();
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => [
            'method' => 'POST',
            'header' => self::toLines($headers),
            'content' => $body,
            'ignore_errors' => true,
            'follow_location' => 0,
            'protocol_version' => 1.1,
            'timeout' => $seconds,
        ]]));
        if ($stream === false) {
            throw new BrokenConnection(error_get_last()['message'] ?? '');
        }
        for ($bytes = ''; !feof($stream); $bytes .= $part) {
            $left = max(0, $end - hrtime(true) / 1e9);
            stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1_000_000));
            $part = $left > 0 ? fread($stream, 65_536) : false;
            if ($part === false || stream_get_meta_data($stream)['timed_out']) {
                throw new BrokenConnection('The answer broke off.');
            }
        }
        $answer = self::toAnswer(stream_get_meta_data($stream)['wrapper_data'], $bytes);
        if (strlen($bytes) < (int) ($answer['headers']['content-length'] ?? 0)) {
            throw new BrokenConnection('The answer broke off.');
        }
        return $answer;
    }

    /** @return list<string> */
    public static function toLines(#[\SensitiveParameter] array $headers): array
    {
        return array_map(fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers);
    }

    /** @return array{status: int, headers: array<string, string>, body: string} of the last answer whose lines these are */
    public static function toAnswer(array $lines, string $body): array
    {
        [$status, $headers] = [0, []];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found)) {
                [$status, $headers] = [(int) $found[1], []];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return ['status' => $status, 'headers' => $headers, 'body' => $body];
    }
}
