<?php
/**
 * Plugin Name: Consent Register
 *
 * The shortcode [consent_register_form] shows the notice and a form. When a person sends the form, a hook records their consent to the
 * notice that it showed. The proof is the form's HTML, the address of the page, and what the person sent. A double click records once.
 * A page with the form is not cached.
 *
 * Copy this file and consent-register-client.php, the PHP client, to wp-content/plugins/consent-register/, and activate the plugin.
 *
 * Environment, or constants of the same name in wp-config.php, above its line "stop editing": REGISTER_URL, REGISTER_KEY (a key for
 * machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng).
 *
 * It needs PHP 8.1 and WordPress 5.9 or newer.
 */

use ConsentRegister\Client;
use ConsentRegister\ConsentRegisterError;

class_exists(Client::class) || require_once __DIR__ . '/consent-register-client.php';

const CONSENT_REGISTER_ACTION = '<input type="hidden" name="action" value="consent_register">';
const CONSENT_REGISTER_LATER = 'We cannot subscribe you right now. Please try again later.';

/** The languages of notices, as HTML names them. */
const CONSENT_REGISTER_TAGS = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt',
    'rus' => 'ru', 'ukr' => 'uk'];

function consent_register_setting($name, $default = '')
{
    return (string) (defined($name) ? constant($name) : getenv($name)) ?: $default;
}

/** A visitor waits for it: at most four attempts and 15 seconds for a request. */
function consent_register_client()
{
    $key = consent_register_setting('REGISTER_KEY');
    return new Client(consent_register_setting('REGISTER_URL'), key: $key, attempts: 4, timeout: 10, totalTime: 15);
}

/** The notice in the language of the site, or else in the first that it has. The register is asked every five minutes. */
function consent_register_notice()
{
    $cached = get_transient('consent_register_notice');
    if ($cached) {
        return $cached;
    }
    [$pid, $wanted] = [(int) consent_register_setting('REGISTER_PID'), consent_register_setting('REGISTER_LANG', 'eng')];
    $notice = consent_register_client()->getNotices(['pid' => $pid])['data'][$pid];
    $titles = array_filter(array_intersect_key($notice['title'], array_filter($notice['descriptionHtml'])));
    $lang = isset($titles[$wanted]) ? $wanted : array_key_first($titles);
    $text = ['title' => $titles[$lang], 'html' => $notice['descriptionHtml'][$lang]];
    $found = ['id' => $notice['id'], 'name' => "{$notice['id']}-$lang", 'lang' => $lang, 'validity_days' => $notice['validityDays']] + $text;
    set_transient('consent_register_notice', $found, 300);
    return $found;
}

/**
 * Records a consent to a notice. The same key with the same data records once. The same key with other data is another person's, because
 * a cache may have given both the same page.
 */
function consent_register_record($notice, $user_data, $proof, $key)
{
    return consent_register_client()->addConsent([
        'projectUid' => consent_register_setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => $proof + ['validity_days' => (string) $notice['validity_days']],
        'userData' => $user_data,
    ], hash('sha256', serialize([$key, $notice, $user_data, $proof])));
}

/** The form without the notice's text, which the register has. The proof has it. */
function consent_register_fields($notice, $key, $page)
{
    return '<input type="hidden" name="key" value="' . esc_attr($key) . '">
        <input type="hidden" name="page" value="' . esc_attr($page) . '">
        <input type="hidden" name="notice" value="' . esc_attr($notice['name']) . '">
        <p><label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label></p>
        <p><label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label></p>
        <p><label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="' . CONSENT_REGISTER_TAGS[$notice['lang']] . '">' . esc_html($notice['title']) . '</b> and agree to it.</label></p>
        <button>Subscribe</button>';
}

// Block themes make quotes in a page curly, and add paragraphs to a shortcode. The form and its notice stay as they are.
add_filter('no_texturize_tags', fn ($tags) => [...$tags, 'form']);
add_filter('render_block_core/shortcode', function ($html, $block) {
    return str_contains($block['innerHTML'], CONSENT_REGISTER_ACTION) ? $block['innerHTML'] : $html;
}, 10, 2);

add_shortcode('consent_register_form', function () {
    // A form is for one visitor. Plugins that cache pages read the constant; proxies and browsers read the headers.
    defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
    headers_sent() || nocache_headers();
    try {
        $notice = consent_register_notice();
    } catch (ConsentRegisterError $error) {
        error_log("Consent register: {$error->getMessage()}");
        return '<p>' . CONSENT_REGISTER_LATER . '</p>';
    }
    // It has no nonce: all visitors who are not signed in have the same one, and it ends within a day.
    $page = is_singular() ? get_permalink(get_queried_object_id()) : home_url('/');
    return '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">' . CONSENT_REGISTER_ACTION
        . '<section lang="' . CONSENT_REGISTER_TAGS[$notice['lang']] . '"><h2>' . esc_html($notice['title']) . "</h2>{$notice['html']}</section>"
        . consent_register_fields($notice, wp_generate_uuid4(), $page) . '</form>';
});

/** Ends with a page that shows the text, and after a failure a link back. */
function consent_register_end($status, $text, $link = ['back_link' => true])
{
    wp_die($text, 'Newsletter', ['response' => $status] + $link);
}

/** Checks the fields but does not sanitize them: sanitize_email() could make a wrong address another person's. */
function consent_register_submitted()
{
    $fields = array_map(fn ($text) => trim(wp_check_invalid_utf8($text)), wp_unslash(array_filter($_POST, 'is_string')));
    $fields += ['key' => '', 'page' => '', 'notice' => '', 'email' => '', 'first_name' => '', 'agree' => ''];
    $url = wp_validate_redirect($fields['page'], home_url('/')); // Of this site.
    $is_short = mb_strlen($fields['email']) <= 200 && mb_strlen($fields['first_name']) <= 100;
    if (!wp_is_uuid($fields['key'], 4) || $fields['agree'] !== '1' || !is_email($fields['email']) || !$is_short) {
        consent_register_end(422, 'Please go back, enter your email and tick the box.');
    }
    try {
        $notice = consent_register_notice();
        if ($notice['name'] !== $fields['notice']) {
            consent_register_end(409, 'The text has changed. Please read it and fill in the form again.', ['link_url' => $url, 'link_text' => 'To the form']);
        }
        $person = ['email' => $fields['email'], 'first_name' => $fields['first_name']];
        $submitted = $person + ['agree' => '1', 'notice' => $notice['name']];
        consent_register_record($notice, $person, [
            'url' => $url,
            'html' => consent_register_fields($notice, $fields['key'], $url),
            'user_agent' => mb_substr(wp_check_invalid_utf8(wp_unslash($_SERVER['HTTP_USER_AGENT'] ?? '')), 0, 500),
            'submitted' => wp_json_encode($submitted, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
        ], $fields['key']);
    } catch (ConsentRegisterError $error) {
        error_log("Consent register: {$error->getMessage()}");
        delete_transient('consent_register_notice'); // The register may no longer know the version, such as after a restore.
        $is_of_visitor = $error->status === 422 && preg_grep('/^userData/', array_column($error->errors, 'field'));
        $is_of_visitor && consent_register_end(422, 'We could not accept your details. Please go back and check them.');
        consent_register_end(503, CONSENT_REGISTER_LATER);
    }
    consent_register_end(200, 'Thank you, you are subscribed.', []);
}
add_action('admin_post_nopriv_consent_register', 'consent_register_submitted');
add_action('admin_post_consent_register', 'consent_register_submitted');
