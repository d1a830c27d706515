<?php
/**
 * What the form needs of Consent Register: it records consents, and keeps the notice that forms show in the cache. The calls are those of
 * the package consent-register/client, with at most four tries and 15 seconds for a request.
 *
 * Environment (.env, read by config/consent_register.php): REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the
 * project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng). If you use `php artisan config:cache`, run
 * it again.
 *
 * It needs PHP 8.1 and Laravel 8 or newer.
 */

namespace App\Services;

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;
use Illuminate\Support\Facades\Cache;

class ConsentRegister
{
    private const NOTICE_SECONDS = 5 * 60;

    /** The languages of notices, as HTML names them. */
    private const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt',
        'rus' => 'ru', 'ukr' => 'uk'];

    private ?Client $client = null;

    /** Records a consent to the notice that the form showed, and returns the register's answer. */
    public function record(array $notice, array $userData, array $proof, string $idempotencyKey): array
    {
        return $this->client()->addConsent([
            'projectUid' => config('consent_register.project'),
            'consentInformationVersionId' => $notice['id'],
            'lang' => $notice['lang'],
            'channel' => 'web.form',
            'proof' => $proof + ['validity_days' => (string) $notice['validity_days']],
            'userData' => $userData,
        ], $idempotencyKey);
    }

    /**
     * The current notice, in this language or else the first it has: title is text, html is HTML, tag is the language in HTML. It asks
     * the register every five minutes. If the register does not answer, it returns the last version.
     */
    public function notice(): array
    {
        ['asked_at' => $askedAt, 'notice' => $kept] = Cache::get($this->noticePlace()) ?? ['asked_at' => 0, 'notice' => null];
        if ($kept !== null && time() < $askedAt + self::NOTICE_SECONDS) {
            return $kept;
        }
        try {
            $pid = (int) config('consent_register.pid');
            $answer = $this->client()->getNotices(['pid' => $pid]);
            $notice = $this->toShown($answer['data'][$pid] ?? [], config('consent_register.lang'));
        } catch (ConsentRegisterError $error) {
            report($error);
            $notice = $kept ?? throw $error;
        }
        Cache::forever($this->noticePlace(), ['asked_at' => time(), 'notice' => $notice]);
        return $notice;
    }

    /** Whether a 422 refuses what a setting or the program says, such as the project, and nothing that a visitor typed. */
    public static function isOurs(ConsentRegisterError $error): bool
    {
        return $error->errors !== [] && !preg_grep('/^userData/', array_column($error->errors, 'field'));
    }

    /** If the register no longer knows a version, such as after a restore, deletes the kept notice and returns true. */
    public function forgetsNotice(ConsentRegisterError $error): bool
    {
        $fields = array_column($error->errors, 'field');
        $isUnknown = $error->status === 422 && in_array('consentInformationVersionId', $fields, true);
        if ($isUnknown) {
            Cache::forget($this->noticePlace());
        }
        return $isUnknown;
    }

    private function noticePlace(): string
    {
        $parts = array_map(fn ($name) => config("consent_register.$name"), ['url', 'pid', 'lang']);
        return 'consent-register-notice-' . md5(implode(' ', $parts));
    }

    /** The text of a notice in this language, or else the first it has. */
    private function toShown(array $notice, string $wanted): array
    {
        $texts = array_filter(array_intersect_key($notice['descriptionHtml'] ?? [], $notice['title'] ?? []));
        $lang = isset($texts[$wanted]) ? $wanted : array_key_first($texts);
        if ($lang === null) {
            throw new ConsentRegisterError('notice.without-text', 'The notice has no text.', 404);
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

    private function client(): Client
    {
        [$url, $key] = array_map(fn ($name) => config("consent_register.$name"), ['url', 'key']);
        return $this->client ??= new Client($url, key: $key, attempts: 4, timeout: 10, totalTime: 15);
    }
}
