<?php

namespace App\Exceptions;

use RuntimeException;

/** The register refused a call. Status 0: no answer came in time. */
class ConsentRegisterException extends RuntimeException
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

    /** Laravel adds this to the log entry. */
    public function context(): array
    {
        return ['status' => $this->status, 'problem' => $this->problem, 'errors' => $this->errors];
    }
}
