<?php
/** As much of Laravel as the recipe uses, and a site of its routes; for `php -S`. STATE is a directory for the cache. */

namespace Illuminate\Contracts\Cache {
    interface Lock
    {
        public function block($seconds, $callback = null);

        public function release();
    }

    class LockTimeoutException extends \Exception
    {
    }
}

namespace Illuminate\Support {
    class Str
    {
        public static function uuid(): string
        {
            return preg_replace('/^(.{8})(.{4})(.{4})(.{4})(.{12})$/', '$1-$2-$3-$4-$5', bin2hex(random_bytes(16)));
        }
    }

    class MessageBag
    {
        public function __construct(private array $messages = [])
        {
        }

        public function any(): bool
        {
            return $this->messages !== [];
        }
    }
}

namespace Illuminate\Support\Facades {
    class Route
    {
        public static array $routes = [];

        public static function __callStatic(string $method, array $arguments): self
        {
            self::$routes[strtoupper($method) . ' ' . $arguments[0]] = $arguments[1];
            return new self();
        }

        public function name(string $name): self
        {
            return $this;
        }
    }

    class Cache
    {
        public static function get(string $name): mixed
        {
            $file = getenv('STATE') . "/$name";
            return is_file($file) ? unserialize(file_get_contents($file)) : null;
        }

        public static function put(string $name, mixed $value, ?int $seconds): bool
        {
            return (bool) file_put_contents(getenv('STATE') . "/$name", serialize($value), LOCK_EX);
        }

        public static function forever(string $name, mixed $value): bool
        {
            return self::put($name, $value, null);
        }

        public static function forget(string $name): bool
        {
            return @unlink(getenv('STATE') . "/$name");
        }

        public static function lock(string $name, int $seconds): \Illuminate\Contracts\Cache\Lock
        {
            return new class (getenv('STATE') . "/$name") implements \Illuminate\Contracts\Cache\Lock {
                private $lock = null;

                public function __construct(private string $file)
                {
                }

                public function block($seconds, $callback = null): bool
                {
                    $this->lock = fopen($this->file, 'c');
                    return flock($this->lock, LOCK_EX);
                }

                public function release(): bool
                {
                    return fclose($this->lock);
                }
            };
        }
    }
}

namespace Illuminate\Http {
    class Response
    {
        public function __construct(public string $content, public int $status)
        {
        }
    }

    class Request
    {
        public function userAgent(): ?string
        {
            return $_SERVER['HTTP_USER_AGENT'] ?? null;
        }

        /** Sends the person back, as Laravel does, where a rule is not kept. */
        public function validate(array $rules): array
        {
            foreach ($rules as $name => $kinds) {
                $value = $_POST[$name] ?? null;
                $isWrong = array_filter($kinds, fn ($kind) => !$this->keeps($value, ...explode(':', $kind, 2)));
                if ($isWrong && !($value === null && in_array('nullable', $kinds, true))) {
                    header('Location: ' . $_SERVER['REQUEST_URI'], true, 302);
                    exit;
                }
            }
            return array_intersect_key($_POST, $rules);
        }

        private function keeps(mixed $value, string $kind, string $argument = ''): bool
        {
            return match ($kind) {
                'required' => $value !== null && $value !== '',
                'nullable' => true,
                'string' => is_string($value),
                'accepted' => in_array($value, ['1', 'on', 'yes', 'true'], true),
                'email' => is_string($value) && preg_match('/^[^\s@]+@[^\s@]+$/D', $value) > 0, // A domain without a dot is one for Laravel.
                'max' => is_string($value) && strlen($value) <= (int) $argument,
                'regex' => (is_string($value) || is_numeric($value)) && preg_match($argument, $value) > 0,
                'uuid' => is_string($value) && preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iD', $value),
            };
        }
    }
}

namespace App\Http\Controllers {
    abstract class Controller
    {
    }
}

namespace {
    use Illuminate\Http\Request;
    use Illuminate\Http\Response;
    use Illuminate\Support\Facades\Route;

    define('RECIPE', getenv('RECIPE'));

    function env(string $name, ?string $default = null): ?string
    {
        return getenv($name) ?: $default;
    }

    function config(string $path): mixed
    {
        [$file, $name] = explode('.', $path);
        return (require RECIPE . "/config/$file.php")[$name];
    }

    function route(string $name): string
    {
        return "http://{$_SERVER['HTTP_HOST']}/$name";
    }

    function report(\Throwable $error): void
    {
        error_log($error->getMessage());
    }

    /** A template of Blade as PHP. */
    function compile(string $template): string
    {
        return preg_replace(
            ['/\{\{ (.+?) \}\}/', '/\{!! (.+?) !!\}/', '/@if \((.+)\)$/m', '/@endif/', '/@csrf/'],
            ['<?= htmlspecialchars($1) ?>', '<?= $1 ?>', '<?php if ($1): ?>', '<?php endif ?>', csrf_field()],
            $template,
        );
    }

    function csrf_field(): string
    {
        return '<input type="hidden" name="_token" value="token-of-the-session">';
    }

    function view(string $name, array $data): object
    {
        return new class ($name, $data) {
            public function __construct(private string $name, private array $data)
            {
            }

            public function render(): string
            {
                extract($this->data + ['errors' => new \Illuminate\Support\MessageBag()]);
                ob_start();
                eval('?>' . compile(file_get_contents(RECIPE . "/resources/views/{$this->name}.blade.php")));
                return ob_get_clean();
            }
        };
    }

    function response(): object
    {
        return new class () {
            public function view(string $name, array $data = [], int $status = 200): Response
            {
                return new Response(view($name, $data)->render(), $status);
            }
        };
    }

    require RECIPE . '/consent-register-client.php'; // Composer's autoload does this.

    spl_autoload_register(function (string $class): void {
        $file = RECIPE . '/' . str_replace(['App\\', '\\'], ['app/', '/'], $class) . '.php';
        if (is_file($file)) {
            require $file;
        }
    });

    require RECIPE . '/routes/newsletter.php';
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    $route = Route::$routes["{$_SERVER['REQUEST_METHOD']} $path"] ?? null;
    if ($route === null || ($_POST && ($_POST['_token'] ?? '') !== 'token-of-the-session')) {
        http_response_code($route === null ? 404 : 419);
        exit;
    }
    $objects = array_map(
        fn (ReflectionParameter $parameter) => new ($parameter->getType()->getName())(),
        (new ReflectionMethod(...$route))->getParameters(),
    );
    $answer = (new $route[0]())->{$route[1]}(...$objects);
    http_response_code($answer->status);
    echo $answer->content;
}
