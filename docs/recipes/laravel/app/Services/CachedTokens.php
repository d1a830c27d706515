<?php

namespace App\Services;

use ConsentRegister\TokenLock;
use ConsentRegister\TokenStore;
use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Support\Facades\Cache;

/** Keeps the tokens in the cache that all requests share. One request at a time gets new ones. */
class CachedTokens implements TokenStore, TokenLock
{
    private const NAME = 'consent-register-tokens';
    private const SECONDS_KEPT = 30 * 24 * 3600;
    private const LONGEST_LOCK = 60;

    private ?Lock $lock = null;

    public function load(): ?array
    {
        return Cache::get(self::NAME);
    }

    public function save(array $tokens): void
    {
        Cache::put(self::NAME, $tokens, self::SECONDS_KEPT);
    }

    public function acquire(float $seconds): bool
    {
        $this->lock = Cache::lock(self::NAME . '-lock', self::LONGEST_LOCK);
        try {
            return $this->lock->block((int) ceil($seconds));
        } catch (LockTimeoutException) {
            return false;
        }
    }

    public function release(): void
    {
        $this->lock?->release();
    }
}
