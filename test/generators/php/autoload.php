<?php
// Loads the generated client and Guzzle: what Composer installed, or else what stands on the include path.

declare(strict_types=1);

if (is_file(__DIR__ . '/register/vendor/autoload.php')) {
    require __DIR__ . '/register/vendor/autoload.php';
} else {
    require 'GuzzleHttp/autoload.php';
    spl_autoload_register(static function (string $class): void {
        $prefix = 'OpenAPI\\Client\\';
        if (str_starts_with($class, $prefix)) {
            require __DIR__ . '/register/lib/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        }
    });
}
