<?php
/*
 * A newsletter form below a notice. When the person sends the form, it records their consent to the version it showed. The proof is the
 * form's HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key, so a double click records once.
 *
 * Copy the folders into a project: they only add files. At the end of its routes/web.php add: require __DIR__ . '/newsletter.php';
 * The settings are in app/Services/ConsentRegister.php. Behind a proxy, the project must trust it (TrustProxies). Otherwise the address in
 * the proof is not the one people see.
 */

use App\Http\Controllers\NewsletterController;
use Illuminate\Support\Facades\Route;

Route::get('/newsletter', [NewsletterController::class, 'show'])->name('newsletter');
Route::post('/newsletter', [NewsletterController::class, 'subscribe']);
