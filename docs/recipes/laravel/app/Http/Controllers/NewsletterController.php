<?php

namespace App\Http\Controllers;

use App\Exceptions\ConsentRegisterException;
use App\Services\ConsentRegister;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Str;

class NewsletterController extends Controller
{
    public function show(): Response
    {
        return $this->page('Once a week at most.');
    }

    public function subscribe(Request $request, ConsentRegister $register): Response
    {
        $fields = $request->validate([
            'key' => ['required', 'uuid'],
            'email' => ['required', 'email', 'max:200'],
            'first_name' => ['nullable', 'string', 'max:100'],
            'agree' => ['accepted'],
        ]);
        try {
            $register->record(
                ['email' => $fields['email'], 'first_name' => $fields['first_name'] ?? ''],
                ['url' => route('newsletter'), 'html' => $this->fields($fields['key'])],
                $fields['key'],
            );
        } catch (ConsentRegisterException $exception) {
            report($exception);
            return match ($exception->status) {
                409 => $this->page('This form was sent before, with other details. Please fill in this one.', 409),
                422 => $this->page('What you sent was refused. Please check it.', 422),
                default => $this->page('You could not be subscribed just now. Please try again later.', 503),
            };
        }
        return $this->page('Thank you, you are subscribed.');
    }

    /** With a form that has an Idempotency-Key of its own, so that a double click records once. */
    private function page(string $text, int $status = 200): Response
    {
        return response()->view('newsletter', ['text' => $text, 'fields' => $this->fields((string) Str::uuid())], $status);
    }

    /** What is shown is what is stored as proof. */
    private function fields(string $key): string
    {
        return view('newsletter-fields', ['key' => $key])->render();
    }
}
