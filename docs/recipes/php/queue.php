<?php
/**
 * A folder of the consents that a form could not record, because the register was down. Each is a file that holds personal data, which only
 * the web server's user can read. Put the folder outside the document root. send-queue.php sends what is in it.
 *
 * A consent is kept before it is sent, so it is not lost if the program ends in between. It is sent with its Idempotency-Key until the
 * register has it, so it is not doubled. The register knows a key for 24 hours: after that, this first looks whether the register has the
 * consent, by the key in its proof.
 */

declare(strict_types=1);

require_once __DIR__ . '/consent-register-client.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

final class Queue
{
    /** The code of an error: the queue has another consent under the key. */
    public const KEY_REUSED = 'queue.key-reused';
    /** The code of an error: a file in the folder is not a whole consent, or not of this queue. */
    public const UNREADABLE = 'queue.unreadable';
    private const KEY_SECONDS = 23 * 60 * 60;

    public function __construct(private readonly string $folder, private readonly Client $client)
    {
        if (!is_dir("$folder/refused") && !@mkdir("$folder/refused", 0700, true) && !is_dir("$folder/refused")) {
            throw new RuntimeException("Cannot write the folder $folder.");
        }
    }

    /** Whether the register will never accept the consent as it is. */
    public static function isRefusal(ConsentRegisterError $error): bool
    {
        return in_array($error->status, [400, 409, 413, 422], true);
    }

    /**
     * Keeps a consent, and sends it. Its proof says when the person sent the form, and has the key.
     *
     * @throws ConsentRegisterError if it is not recorded: then it stays in the queue, unless the code is KEY_REUSED
     */
    public function submit(string $key, array $consent): void
    {
        $consent['proof'] = ['submitted_at' => gmdate(DATE_ATOM), 'submission' => $key] + $consent['proof'];
        do {
            $this->keep($key, $consent);
            $kept = json_decode((string) @file_get_contents($this->path($key)), true) ?? $consent;
            if (self::withoutTime($kept) != self::withoutTime($consent)) {
                throw new ConsentRegisterError(self::KEY_REUSED, 'The key belongs to another consent that is kept.', 409);
            }
        } while (!$this->sendOnce($key, LOCK_EX));
    }

    /**
     * Sends a kept consent. False if another process has sent it or is doing so.
     *
     * @throws ConsentRegisterError if it is not recorded: then it stays in the queue
     */
    public function send(string $key): bool
    {
        return $this->sendOnce($key, LOCK_EX | LOCK_NB);
    }

    /** @return list<string> the keys of what is kept, the oldest first */
    public function keys(): array
    {
        $files = glob("$this->folder/*.json") ?: [];
        $times = array_map(fn (string $file): int => (int) @filemtime($file), $files);
        array_multisort($times, $files);
        return array_map(fn (string $file): string => basename($file, '.json'), $files);
    }

    /** @return array<string, string> file => why it was refused; moved back to the folder, it is sent again */
    public function refused(): array
    {
        $files = glob("$this->folder/refused/*.json") ?: [];
        $reasons = array_map(fn (string $file): string => trim((string) @file_get_contents(substr($file, 0, -4) . 'reason')), $files);
        return array_combine($files, $reasons);
    }

    public function putAside(string $key, ConsentRegisterError $error): void
    {
        file_put_contents("$this->folder/refused/$key.reason", $error->getMessage() . "\n");
        rename("$this->folder/$key.json", "$this->folder/refused/$key.json");
    }

    public function drop(string $key): void
    {
        @unlink($this->path($key));
    }

    private function path(string $key): string
    {
        if (!preg_match('/^[0-9A-Za-z-]{1,100}$/D', $key)) {
            throw new InvalidArgumentException('A key of the queue has letters, digits and hyphens.');
        }
        return "$this->folder/$key.json";
    }

    private static function withoutTime(array $consent): array
    {
        unset($consent['proof']['submitted_at']);
        return $consent;
    }

    /** A consent that is kept already stays as it is: its key is that of one request. */
    private function keep(string $key, array $consent): void
    {
        $text = json_encode($consent, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        $part = "$this->folder/" . bin2hex(random_bytes(8));
        $file = @fopen($part, 'x');
        $isWritten = $file !== false && chmod($part, 0600) && @fwrite($file, $text) === strlen($text) && @fsync($file) && fclose($file);
        $isKept = $isWritten && (@link($part, $this->path($key)) || is_file($this->path($key)));
        @unlink($part);
        if (!$isKept) {
            throw new RuntimeException("Cannot write to the folder $this->folder.");
        }
    }

    /** Sends one under a lock. False if there is none, or if another process has the lock and this must not wait. */
    private function sendOnce(string $key, int $lock): bool
    {
        $path = "$this->folder/$key.json";
        $file = @fopen($path, 'r');
        if ($file === false) {
            clearstatcache();
            return file_exists($path) ? throw new ConsentRegisterError('queue.failed', "Cannot read $path.") : false;
        }
        if (!flock($file, $lock) || fstat($file)['nlink'] === 0) {
            return false;
        }
        try {
            $this->record($key, self::read($key, (string) stream_get_contents($file)));
            $this->drop($key);
        } catch (ConsentRegisterError $error) {
            throw $error;
        } catch (RuntimeException $error) { // Such as that of a token file that cannot be written.
            throw new ConsentRegisterError('queue.failed', $error->getMessage(), previous: $error);
        } finally {
            fclose($file);
        }
        return true;
    }

    /** The consent in a file. One that is cut off, or of another program, counts as refused, so that it does not hold up the others. */
    private static function read(string $key, string $text): array
    {
        $consent = json_decode($text, true);
        $isKept = is_array($consent) && is_array($consent['userData'] ?? null) && ($consent['proof']['submission'] ?? null) === $key
            && is_string($consent['proof']['submitted_at'] ?? null);
        return $isKept ? $consent : throw new ConsentRegisterError(self::UNREADABLE, 'The file has no consent of this name.', 422);
    }

    private function record(string $key, array $consent): void
    {
        $isOld = strtotime($consent['proof']['submitted_at']) < time() - self::KEY_SECONDS;
        if ($isOld && $this->isRecorded($key, $consent)) {
            return;
        }
        try {
            $this->client->addConsent($consent, $key);
        } catch (ConsentRegisterError $error) {
            // A form that is sent again has another time, so another request with its key.
            if ($error->code !== 'idempotency-key.reused' || !$this->isRecorded($key, $consent)) {
                throw $error;
            }
        }
    }

    private function isRecorded(string $key, array $consent): bool
    {
        $person = array_filter($consent['userData'], fn (mixed $value): bool => $value !== '');
        $notice = array_intersect_key($consent, ['projectUid' => 0, 'consentInformationPid' => 0, 'consentInformationVersionId' => 0]);
        foreach ($this->client->searchAll($notice + ['userData' => $person]) as $record) {
            if (($record['proof']['submission'] ?? null) === $key) {
                return true;
            }
        }
        return false;
    }
}
