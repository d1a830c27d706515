<?php
/**
 * The notices that a form shows, kept in a file beside the token file. Copy it next to the form, with what settings.php says.
 *
 * Environment: REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng), REGISTER_TOKENS (see settings.php).
 */

declare(strict_types=1);

require_once __DIR__ . '/settings.php';

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

final class KeptNotices
{
    private const SECONDS = 5 * 60;
    private const VERSIONS_KEPT = 5;

    /** The languages of notices, as HTML names them. */
    private const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt',
        'rus' => 'ru', 'ukr' => 'uk'];

    private readonly string $file;

    public function __construct(private readonly Client $client, private readonly int $pid, private readonly string $lang)
    {
        if (!isset(self::TAGS[$lang])) {
            throw new LogicException("$lang is not a language of notices. Use one of " . implode(', ', array_keys(self::TAGS)) . '.');
        }
        $this->file = setting('REGISTER_TOKENS') . '.notice-' . md5(setting('REGISTER_URL') . " $pid $lang");
    }

    public static function ofSettings(Client $client): self
    {
        return new self($client, (int) setting('REGISTER_PID'), setting('REGISTER_LANG', 'eng'));
    }

    /**
     * The notice for a form, in this language or else the first it has: title is text, html is HTML, tag is the language in HTML. It
     * asks the register every five minutes. If the register does not answer, it returns the last version it has.
     *
     * @return array{name: string, id: string, lang: string, tag: string, title: string, html: string, validity_days: int}
     */
    public function current(): array
    {
        [$askedAt, $notices] = $this->read();
        $newest = reset($notices);
        if ($newest !== false && time() < $askedAt + self::SECONDS) {
            return $newest;
        }
        try {
            return $this->ask();
        } catch (ConsentRegisterError $error) {
            error_log("Notice not renewed: {$error->getMessage()}");
            return $newest !== false ? $newest : throw $error;
        }
    }

    /** The notice that a form showed, by the name in the form; null if it is not one of ours. */
    public function shown(string $name): ?array
    {
        if (!isset($this->read()[1][$name])) {
            $this->ask();
        }
        return $this->read()[1][$name] ?? null;
    }

    /** Whether the register no longer knows the version, such as after a restore. */
    public static function isUnknown(ConsentRegisterError $error): bool
    {
        return $error->status === 422 && in_array('consentInformationVersionId', array_column($error->errors, 'field'), true);
    }

    /** If the register no longer knows the version, deletes the kept notices and returns true. */
    public function forget(ConsentRegisterError $error): bool
    {
        return self::isUnknown($error) && (!is_file($this->file) || unlink($this->file));
    }

    /** While one request asks, others show the last version. Keeps the versions that forms showed, newest first. */
    private function ask(): array
    {
        $this->write($this->read()[1]);
        $notice = $this->toShown($this->client->getNotices(['pid' => $this->pid])['data'][$this->pid] ?? []);
        $notices = [$notice['name'] => $notice] + $this->read()[1];
        $this->write(array_slice($notices, 0, self::VERSIONS_KEPT));
        return $notice;
    }

    /** The text of a notice in this language, or else the first it has. */
    private function toShown(array $notice): array
    {
        $titles = array_filter(array_intersect_key($notice['title'] ?? [], array_filter($notice['descriptionHtml'] ?? [])));
        $lang = isset($titles[$this->lang]) ? $this->lang : array_key_first($titles);
        if ($lang === null) {
            throw new ConsentRegisterError('notice.without-text', 'The notice has no text.', 404);
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

    /** @return array{int, array<string, array>} when we last asked the register, and the notices that forms showed, by name, newest first */
    private function read(): array
    {
        return json_decode((string) @file_get_contents($this->file), true) ?? [0, []];
    }

    /** Replaces the whole file at once, because other processes read it. */
    private function write(array $notices): void
    {
        $part = $this->file . bin2hex(random_bytes(4));
        if (file_put_contents($part, json_encode([time(), $notices], JSON_THROW_ON_ERROR)) === false || !rename($part, $this->file)) {
            throw new RuntimeException('Cannot write the notice files next to REGISTER_TOKENS.');
        }
    }
}
