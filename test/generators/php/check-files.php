<?php
// Compiles every file of the generated client, and the journey.

declare(strict_types=1);

require __DIR__ . '/autoload.php';

$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/register/lib'));
foreach ($files as $file) {
    if ($file->getExtension() === 'php') {
        require_once $file->getPathname();
    }
}
passthru(escapeshellarg(PHP_BINARY) . ' -l ' . escapeshellarg(__DIR__ . '/journey.php'), $code);
exit($code);
