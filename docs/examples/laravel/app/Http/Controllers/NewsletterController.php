<?php

namespace App\Http\Controllers;

use App\Services\ConsentRegister;
use ConsentRegister\ConsentRegisterError;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Str;

class NewsletterController extends Controller
{
    private const CHANGED = 'The text has changed. Please read it and fill in the form again.';

    public function show(ConsentRegister $register): Response
    {
        return $this->page($register, 200, 'Subscribe to our newsletter.');
    }

    public function subscribe(Request $request, ConsentRegister $register): Response
    {
        $fields = $request->validate([
            'key' => ['required', 'uuid'],
            'notice' => ['required', 'string'],
            'email' => ['required', 'email', 'regex:/@.+\../', 'max:200'],
            'first_name' => ['nullable', 'string', 'max:100'],
            'agree' => ['accepted'],
        ]);
        $notice = null;
        try {
            $notice = $register->notice();
            if ($notice['name'] !== $fields['notice']) {
                return $this->page($register, 409, self::CHANGED, $fields);
            }
            $this->record($register, $notice, $fields, $request->userAgent() ?? '');
        } catch (ConsentRegisterError $error) {
            report($error);
            if ($register->forgetsNotice($error)) {
                return $this->page($register, 409, self::CHANGED, $fields);
            }
            return match ($notice === null || ConsentRegister::isOurs($error) ? 0 : $error->status) {
                409 => $this->page($register, 409, 'This form was sent before with other details. Please fill in this new one.', $fields),
                400, 413, 422 => $this->page($register, $error->status, 'We could not accept your details. Please check them.', $fields),
                default => $this->later($notice, $fields['key'], $fields), // Keep the key: the consent may be recorded already.
            };
        }
        return response()->view('newsletter', ['text' => 'Thank you, you are subscribed.', 'notice' => null]);
    }

    private function record(ConsentRegister $register, array $notice, array $fields, string $userAgent): void
    {
        $person = ['email' => $fields['email'], 'first_name' => $fields['first_name'] ?? ''];
        $submitted = $person + ['agree' => '1', 'notice' => $notice['name']];
        $proof = [
            'url' => route('newsletter'),
            'html' => $this->fields($notice, $fields['key']),
            'user_agent' => preg_match('/^.{0,500}/su', $userAgent, $found) ? $found[0] : '', // Empty if it is not plain text.
            'submitted' => json_encode($submitted, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE),
        ];
        $register->record($notice, $person, $proof, $fields['key']);
    }

    /** A new form with the current notice. Without a notice there is no form. */
    private function page(ConsentRegister $register, int $status, string $text, array $typed = []): Response
    {
        try {
            return $this->form($register->notice(), (string) Str::uuid(), $status, $text, $typed);
        } catch (ConsentRegisterError) {
            return $this->later();
        }
    }

    private function later(?array $notice = null, string $key = '', array $typed = []): Response
    {
        return $this->form($notice, $key, 503, 'We cannot subscribe you right now. Please try again later.', $typed);
    }

    private function form(?array $notice, string $key, int $status, string $text, array $typed): Response
    {
        $fields = $notice === null ? '' : $this->fields($notice, $key, $typed);
        return response()->view('newsletter', ['text' => $text, 'notice' => $notice, 'fields' => $fields], $status);
    }

    /** The form without the notice's text, which the register has. The empty form is the proof. */
    private function fields(array $notice, string $key, array $typed = []): string
    {
        return view('newsletter-fields', ['notice' => $notice, 'key' => $key, 'typed' => $typed])->render();
    }
}
