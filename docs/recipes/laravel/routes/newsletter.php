<?php
/*
 * A newsletter form below a notice; records the consent of who sends it, to the version of the notice that the form showed. The proof is
 * the form's HTML, the address of the page, and what was sent. Each form has an Idempotency-Key of its own, so that a double click
 * records once.
 *
 * Copy the folders into a project, where they only add files, and write at the end of its routes/web.php:
 * require __DIR__ . '/newsletter.php';
 * See app/Services/ConsentRegister.php for the settings. Behind a proxy the project must trust it (TrustProxies), or else the
 * address in the proof is not the one that people see.
 */

use App\Http\Controllers\NewsletterController;
use Illuminate\Support\Facades\Route;

Route::get('/newsletter', [NewsletterController::class, 'show'])->name('newsletter');
Route::post('/newsletter', [NewsletterController::class, 'subscribe']);
