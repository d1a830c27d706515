<?php
/**
 * A newsletter form in Laravel. When a person sends it, their consent to the notice that it showed is recorded. The proof is the form's
 * HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key: a double click records once.
 *
 * Copy it to app/Http/Controllers/, install the client with Composer, and add these lines to config/services.php and routes/web.php:
 *
 *     'consent_register' => ['url' => env('REGISTER_URL'), 'key' => env('REGISTER_KEY'), 'project' => env('REGISTER_PROJECT'),
 *         'pid' => env('REGISTER_PID'), 'lang' => env('REGISTER_LANG', 'eng')],
 *
 *     Route::get('/newsletter', [App\Http\Controllers\NewsletterController::class, 'show'])->name('newsletter');
 *     Route::post('/newsletter', [App\Http\Controllers\NewsletterController::class, 'subscribe']);
 *
 * Environment (.env): REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the
 * notice), REGISTER_LANG (language of its text; default eng). If you use `php artisan config:cache`, run it again.
 *
 * It needs PHP 8.1 and Laravel 8 or newer. Behind a proxy, the project must trust it (TrustProxies), or the proof has another address
 * than people see.
 */

namespace App\Http\Controllers;

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Validator;
use Illuminate\Support\Str;

class NewsletterController extends Controller
{
    private const LATER = 'We cannot subscribe you right now. Please try again later.';

    /** The languages of notices, as HTML names them. */
    private const TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt', 'rus' => 'ru', 'ukr' => 'uk'];

    public function show(Request $request): Response
    {
        return $this->withNotice(fn (array $notice): Response => $this->form(200, 'Subscribe to our newsletter.', $notice, $request));
    }

    public function subscribe(Request $request): Response
    {
        return $this->withNotice(function (array $notice) use ($request): Response {
            $rules = ['key' => 'required|uuid', 'notice' => 'required|string', 'email' => 'required|email|max:200',
                'first_name' => 'nullable|string|max:100', 'agree' => 'accepted'];
            if (Validator::make($request->all(), $rules)->fails()) {
                return $this->form(422, 'Please enter your email and tick the box.', $notice, $request);
            }
            if ($request->input('notice') !== $notice['name']) {
                return $this->form(409, 'The text has changed. Please read it and fill in the form again.', $notice, $request);
            }
            try {
                $this->record($notice, $request);
                return $this->page(200, 'Thank you, you are subscribed.');
            } catch (ConsentRegisterError $error) {
                report($error);
                Cache::forget('consent-register-notice'); // The register may no longer know the version, such as after a restore.
                if ($this->isOfVisitor($error)) {
                    return $this->form($error->status, 'We could not accept this. Please check it and send it again.', $notice, $request);
                }
                return $this->form(503, self::LATER, $notice, $request, $request->input('key')); // The consent may be recorded: keep the key.
            }
        });
    }

    /** Answers with the current notice, which is cached for five minutes. Without one there is no form. */
    private function withNotice(\Closure $answer): Response
    {
        try {
            return $answer(Cache::remember('consent-register-notice', 300, fn (): array => $this->currentNotice()));
        } catch (ConsentRegisterError $error) {
            report($error);
            return $this->page(503, self::LATER);
        }
    }

    /** The notice in the language of the site, or else in the first that it has. */
    private function currentNotice(): array
    {
        [$pid, $wanted] = [(int) config('services.consent_register.pid'), config('services.consent_register.lang')];
        $notice = $this->client()->getNotices(['pid' => $pid])['data'][$pid];
        $titles = array_filter(array_intersect_key($notice['title'], array_filter($notice['descriptionHtml'])));
        $lang = isset($titles[$wanted]) ? $wanted : array_key_first($titles);
        $text = ['title' => $titles[$lang], 'html' => $notice['descriptionHtml'][$lang]];
        return ['id' => $notice['id'], 'name' => "{$notice['id']}-$lang", 'lang' => $lang, 'validityDays' => $notice['validityDays']] + $text;
    }

    private function record(array $notice, Request $request): void
    {
        $person = ['email' => $request->input('email'), 'first_name' => $request->input('first_name') ?? ''];
        $submitted = $person + ['agree' => '1', 'notice' => $notice['name']];
        $this->client()->addConsent([
            'projectUid' => config('services.consent_register.project'),
            'consentInformationVersionId' => $notice['id'],
            'lang' => $notice['lang'],
            'channel' => 'web.form',
            'proof' => [
                'url' => route('newsletter'),
                'html' => $this->fields($notice, $request->input('key')),
                'user_agent' => mb_substr(mb_scrub($request->userAgent() ?? ''), 0, 500),
                'submitted' => json_encode($submitted, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
                'validity_days' => (string) $notice['validityDays'],
            ],
            'userData' => $person,
        ], $request->input('key'));
    }

    /** A visitor waits for it: at most four attempts and 15 seconds for a request. */
    private function client(): Client
    {
        [$url, $key] = [config('services.consent_register.url'), config('services.consent_register.key')];
        return new Client($url, key: $key, attempts: 4, timeout: 10, totalTime: 15);
    }

    /** What the visitor can correct. Any other error is of a setting, the program or the register. */
    private function isOfVisitor(ConsentRegisterError $error): bool
    {
        return $error->status === 409 || ($error->status === 422 && preg_grep('/^userData/', array_column($error->errors, 'field')));
    }

    /** The form without the notice's text, which the register has. The empty form is the proof. */
    private function fields(array $notice, string $key, string $firstName = '', string $email = ''): string
    {
        [$title, $firstName, $email, $tag] = [e($notice['title']), e($firstName), e($email), self::TAGS[$notice['lang']]];
        return <<<HTML
            <input type="hidden" name="key" value="$key">
            <input type="hidden" name="notice" value="{$notice['name']}">
            <label>First name <input name="first_name" value="$firstName" autocomplete="given-name" maxlength="100"></label>
            <label>Email <input name="email" type="email" value="$email" autocomplete="email" maxlength="200" required></label>
            <label><input name="agree" type="checkbox" value="1" required> I have read <b lang="$tag">$title</b> and agree to it.</label>
            <button>Subscribe</button>
            HTML;
    }

    /** The form with what the visitor typed. By default it has a new key. */
    private function form(int $status, string $text, array $notice, Request $request, ?string $key = null): Response
    {
        $typed = array_map(fn ($name): string => is_string($request->input($name)) ? $request->input($name) : '', ['first_name', 'email']);
        $section = '<section lang="' . self::TAGS[$notice['lang']] . '"><h1>' . e($notice['title']) . "</h1>{$notice['html']}</section>";
        return $this->page($status, $text, '<form method="post">' . csrf_field() . $section . $this->fields($notice, $key ?? (string) Str::uuid(), ...$typed) . '</form>');
    }

    private function page(int $status, string $text, string $form = ''): Response
    {
        $html = "<!doctype html><html lang=\"en\"><title>Newsletter</title><style>label { display: block; margin: 1em 0 }</style><p>$text</p>$form</html>";
        return response($html, $status, ['Cache-Control' => 'no-store']); // A form's key is for one visitor.
    }
}
