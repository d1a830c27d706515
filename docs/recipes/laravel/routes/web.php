<?php
/*
 * Add these lines to routes/web.php. The recipe: a newsletter form whose consents are recorded, with the form's HTML and the
 * address of the page as proof. The files stand where they belong in a project; see app/Services/ConsentRegister.php first.
 */

use App\Http\Controllers\NewsletterController;
use Illuminate\Support\Facades\Route;

Route::get('/newsletter', [NewsletterController::class, 'show'])->name('newsletter');
Route::post('/newsletter', [NewsletterController::class, 'subscribe']);
