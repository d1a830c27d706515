<?php
/** As much of Laravel as the recipe uses, and a site of its routes; for `php -S`. STATE is a directory for the cache. */

namespace GuzzleHttp\Exception {
    class TransferException extends \RuntimeException
    {
    }
}

namespace Illuminate\Http\Client {
    class ConnectionException extends \Exception
    {
    }

    class Response
    {
        public function __construct(private int $status, private array $headers, private string $body)
        {
        }

        public function status(): int
        {
            return $this->status;
        }

        public function header(string $name): string
        {
            return $this->headers[strtolower($name)] ?? '';
        }

        public function json(): mixed
        {
            return json_decode($this->body, true);
        }
    }

    class PendingRequest
    {
        private array $http = ['method' => 'POST', 'ignore_errors' => true, 'header' => []];

        public function asForm(): self
        {
            return $this->withHeaders(['Content-Type' => 'application/x-www-form-urlencoded']);
        }

        public function acceptJson(): self
        {
            return $this->withHeaders(['Accept' => 'application/json']);
        }

        public function withHeaders(array $headers): self
        {
            foreach ($headers as $name => $value) {
                $this->http['header'][] = "$name: $value";
            }
            return $this;
        }

        public function withoutRedirecting(): self
        {
            $this->http['follow_location'] = 0;
            return $this;
        }

        public function timeout(int $seconds): self
        {
            $this->http['timeout'] = $seconds;
            return $this;
        }

        public function post(string $url, array $data): Response
        {
            $context = stream_context_create(['http' => $this->http + ['content' => http_build_query($data)]]);
            $body = @file_get_contents($url, false, $context);
            if ($body === false) {
                throw new ConnectionException('No answer.');
            }
            $headers = [];
            foreach (array_slice($http_response_header, 1) as $line) {
                [$name, $value] = explode(': ', $line, 2);
                $headers[strtolower($name)] = $value;
            }
            if (strlen($body) < (int) ($headers['content-length'] ?? 0)) {
                throw new \GuzzleHttp\Exception\TransferException('The connection broke.');
            }
            return new Response((int) explode(' ', $http_response_header[0])[1], $headers, $body);
        }
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

    class Http
    {
        public static function asForm(): \Illuminate\Http\Client\PendingRequest
        {
            return (new \Illuminate\Http\Client\PendingRequest())->asForm();
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

        public static function lock(string $name, int $seconds): object
        {
            return new class (getenv('STATE') . "/$name") {
                public function __construct(private string $file)
                {
                }

                public function block(int $seconds, callable $work): mixed
                {
                    $lock = fopen($this->file, 'c');
                    flock($lock, LOCK_EX);
                    try {
                        return $work();
                    } finally {
                        fclose($lock);
                    }
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
        error_log($error->getMessage() . ' ' . json_encode($error->context()));
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
