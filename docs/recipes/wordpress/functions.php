<?php
/**
 * Plugin Name: Consent Register
 *
 * Copy this file to wp-content/plugins/consent-register.php and activate it. Or paste everything except its first line at the end of the
 * functions.php of a child theme. The shortcode [consent_register_form] shows the notice and a form in a page. When the person sends the
 * form, a hook records their consent to the version it showed. The proof is the form's HTML, the address of the page, and what the person
 * sent. Each form has its own Idempotency-Key, so a double click records once. Tokens and notices are kept in options.
 *
 * With a form plugin, call consent_register_record() from the plugin's hook instead, such as wpcf7_before_send_mail of Contact Form 7.
 * Pass a wp_generate_uuid4() as key, and consent_register_notice() as notice: the form must show its text.
 *
 * Environment, or constants of the same name in wp-config.php, above its line "stop editing": REGISTER_URL, REGISTER_EMAIL,
 * REGISTER_PASSWORD, REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text; default eng).
 *
 * It needs PHP 8.0 and WordPress 5.9 or newer.
 */

function consent_register_setting($name, $default = '')
{
    return (string) (defined($name) ? constant($name) : getenv($name)) ?: $default;
}

/** Posts to the register, with at most four tries; waits between them as Retry-After says. Status 0: no answer in time. */
function consent_register_send($path, $parameters, $until, $headers = [])
{
    for ($try = 1; ; $try++) {
        $response = wp_remote_post(rtrim(consent_register_setting('REGISTER_URL'), '/') . $path, [
            'body' => http_build_query($parameters),
            'headers' => ['Content-Type' => 'application/x-www-form-urlencoded', 'Accept' => 'application/json'] + $headers,
            'timeout' => max(1, min(10, $until - time())),
            'redirection' => 0,
        ]);
        $status = (int) wp_remote_retrieve_response_code($response);
        $body = json_decode((string) wp_remote_retrieve_body($response), true);
        $status = $status === 200 && !is_array($body) ? 0 : $status;
        $told = wp_remote_retrieve_header($response, 'retry-after');
        $wait = ctype_digit((string) $told) ? (int) $told : 2 ** ($try - 1);
        $is_last = $try === 4 || $wait > 5 || time() + $wait >= $until;
        if (!in_array($status, [0, 429, 502, 503, 504], true) || $is_last) {
            return [$status, is_array($body) ? $body : []];
        }
        sleep($wait);
    }
}

/** Status, and a body with a valid access token. One request at a time renews it, and all share one login and its refresh token. */
function consent_register_token($refused, $until)
{
    global $wpdb;
    $lock = wp_hash('consent_register_tokens');
    $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $lock, max(0, $until - time())));
    wp_cache_delete('consent_register_tokens', 'options'); // Another request may have written it.
    $answer = consent_register_good_token(get_option('consent_register_tokens'), $refused, $until);
    $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
    return $answer;
}

/** The tokens in the option, refreshed if they have expired or were refused, else the tokens of a new login. */
function consent_register_good_token($tokens, $refused, $until)
{
    if (is_array($tokens) && $tokens['expires_at'] > time() + 60 && $tokens['access_token'] !== $refused) {
        return [200, $tokens];
    }
    $status = 401;
    if (is_array($tokens)) {
        [$status, $body] = consent_register_send('/refresh-token', ['refresh_token' => $tokens['refresh_token']], $until);
    }
    if ($status === 401) {
        [$status, $body] = consent_register_send('/login', [
            'email' => consent_register_setting('REGISTER_EMAIL'),
            'password' => consent_register_setting('REGISTER_PASSWORD'),
        ], $until);
    }
    if ($status === 200) {
        $body['expires_at'] = time() + $body['expires_in'];
        update_option('consent_register_tokens', $body, false);
    }
    return [$status, $body];
}

/** Calls an operation, for 15 seconds at most. Returns the register's answer, or a WP_Error whose data has the status. */
function consent_register_call($path, $parameters, $headers = [])
{
    $until = time() + 15;
    $refused = null;
    do {
        [$status, $body] = consent_register_token($refused, $until);
        if ($status !== 200) {
            break;
        }
        $token = $body['access_token'];
        [$status, $body] = consent_register_send($path, $parameters, $until, ['Authorization' => "Bearer $token"] + $headers);
        $again = $status === 401 && $refused === null;
        $refused = $token;
    } while ($again);
    if ($status === 200) {
        return $body;
    }
    $url = consent_register_setting('REGISTER_URL');
    $detail = $body['detail'] ?? ($status === 0 ? "The register cannot be reached at $url." : "The register answered $status.");
    error_log("Consent register: $status {$detail} " . wp_json_encode($body['errors'] ?? []));
    return new WP_Error($body['code'] ?? 'register.unavailable', $detail, ['status' => $status] + $body);
}

function consent_register_notices_option()
{
    $parts = array_map('consent_register_setting', ['REGISTER_URL', 'REGISTER_PID', 'REGISTER_LANG'], ['', '', 'eng']);
    return 'consent_register_notices_' . md5(implode(' ', $parts));
}

/** If the register no longer knows a version, such as after a restore, deletes the kept notices and returns true. */
function consent_register_forgets_notices($result)
{
    $data = is_wp_error($result) ? $result->get_error_data() : [];
    $fields = array_column($data['errors'] ?? [], 'field');
    $is_unknown = ($data['status'] ?? 0) === 422 && in_array('consentInformationVersionId', $fields, true);
    if ($is_unknown) {
        delete_option(consent_register_notices_option());
    }
    return $is_unknown;
}

/**
 * The current notice for a form. It asks the register every five minutes. If the register does not answer, it returns the last version it
 * has, or a WP_Error if it has none. With the name in a form, it returns the notice that the form showed, or null if it is not one of ours.
 */
function consent_register_notice($name = null)
{
    $pid = consent_register_setting('REGISTER_PID');
    $lang = consent_register_setting('REGISTER_LANG', 'eng');
    $option = consent_register_notices_option();
    $kept = get_option($option) ?: ['asked_at' => 0, 'notices' => []];
    $newest = $kept['asked_at'] > time() - 300 ? reset($kept['notices']) : false;
    $known = $name === null ? $newest : $kept['notices'][$name] ?? false;
    if ($known) {
        return $known;
    }
    $kept['asked_at'] = time();
    update_option($option, $kept, false); // While this request asks, others show the last version.
    $answer = consent_register_call('/consent-register/information/get', ['pid' => $pid]);
    $found = is_wp_error($answer) ? $answer : consent_register_shown($answer['data'][$pid] ?? [], $lang);
    if (is_wp_error($found)) {
        return $name === null && $kept['notices'] ? reset($kept['notices']) : $found;
    }
    $kept['notices'] = array_slice([$found['name'] => $found] + $kept['notices'], 0, 5);
    update_option($option, $kept, false);
    return $name === null ? $found : $kept['notices'][$name] ?? null;
}

/** The notice in this language, or else in the first it has. */
function consent_register_shown($notice, $wanted)
{
    $tags = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt', 'rus' => 'ru', 'ukr' => 'uk'];
    if (!isset($tags[$wanted])) {
        $says = "$wanted is not a language of notices. Use one of " . implode(', ', array_keys($tags)) . '.';
        error_log("Consent register: $says");
        return new WP_Error('language.unknown', $says, ['status' => 0]);
    }
    $texts = array_filter(array_intersect_key($notice['descriptionHtml'] ?? [], $notice['title'] ?? []));
    $lang = isset($texts[$wanted]) ? $wanted : array_key_first($texts);
    if ($lang === null) {
        return new WP_Error('notice.without-text', 'The notice has no text.', ['status' => 404]);
    }
    return [
        'name' => "{$notice['id']}-$lang",
        'id' => $notice['id'],
        'lang' => $lang,
        'tag' => $tags[$lang],
        'title' => $notice['title'][$lang],
        'html' => $texts[$lang],
        'validity_days' => $notice['validityDays'],
    ];
}

/** Records a consent to the notice that the form showed. Returns the register's answer, or a WP_Error whose data has the status. */
function consent_register_record($notice, $user_data, $proof, $key)
{
    return consent_register_call('/consent-register/add', [
        'projectUid' => consent_register_setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => $proof + ['validity_days' => $notice['validity_days']],
        'userData' => $user_data,
    ], ['Idempotency-Key' => $key]);
}

/** The form without the notice's text, which the register has. The proof stores it. */
function consent_register_fields($notice, $key, $page)
{
    return '<input type="hidden" name="key" value="' . esc_attr($key) . '">
        <input type="hidden" name="page" value="' . esc_attr($page) . '">
        <input type="hidden" name="notice" value="' . esc_attr($notice['name']) . '">
        <p><label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label></p>
        <p><label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label></p>
        <p><label><input name="agree" type="checkbox" value="1" required> I have read
          <b lang="' . esc_attr($notice['tag']) . '">' . esc_html($notice['title']) . '</b> and agree to it.</label></p>
        <button>Subscribe</button>';
}

/** Block themes change quotes in a page to curly ones. Keep the form and its notice unchanged. */
add_filter('no_texturize_tags', fn ($tags) => [...$tags, 'form']);

const CONSENT_REGISTER_LATER = 'We cannot subscribe you right now. Please try again later.';
const CONSENT_REGISTER_CHANGED = 'The text has changed. Please read it and fill in the form again.';

/** The notice of this page: the register is asked once for each page. */
function consent_register_page_notice()
{
    static $notice;
    return $notice ??= consent_register_notice();
}

add_shortcode('consent_register_form', function () {
    $notice = consent_register_page_notice();
    if (is_wp_error($notice)) {
        return '<p>' . CONSENT_REGISTER_LATER . '</p>';
    }
    $page = (int) get_the_ID();
    return '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">'
        . '<input type="hidden" name="action" value="consent_register">'
        . wp_nonce_field("consent_register_$page", '_wpnonce', true, false)
        . '<section lang="' . esc_attr($notice['tag']) . '"><h2>' . esc_html($notice['title']) . "</h2>{$notice['html']}</section>"
        . consent_register_fields($notice, wp_generate_uuid4(), $page) . '</form>';
});

/** A form is for one visitor: page caches must not serve it to others. */
add_action('template_redirect', function () {
    if (is_singular() && has_shortcode(get_post()->post_content, 'consent_register_form')) {
        defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
        nocache_headers();
        if (is_wp_error(consent_register_page_notice())) {
            status_header(503);
        }
    }
});

/** Ends with a page that shows the text and a link: back to the filled-in form, or to a new one. */
function consent_register_end($status, $text, $new_form = null)
{
    $link = $new_form ? ['link_url' => $new_form, 'link_text' => 'To the form'] : ['back_link' => $status !== 200];
    wp_die($text, 'Newsletter', ['response' => $status] + $link);
}

/** Checks the fields but does not sanitize them: sanitize_email() could turn a wrong address into another person's. */
function consent_register_submitted()
{
    $sent = wp_unslash(array_filter($_POST, 'is_string'));
    $fields = array_map(fn ($text) => trim(wp_check_invalid_utf8($text)), $sent);
    $fields += ['key' => '', 'page' => '', 'notice' => '', 'email' => '', 'first_name' => '', 'agree' => ''];
    $page = (int) $fields['page'];
    check_admin_referer("consent_register_$page");
    $url = get_permalink($page) ?: home_url('/');
    $is_short = mb_strlen($fields['email']) <= 200 && mb_strlen($fields['first_name']) <= 100;
    $is_ours = wp_is_uuid($fields['key'], 4) && preg_match('/^[0-9a-f]{32}-[a-z]{3}$/D', $fields['notice']);
    if (!$is_ours || $fields['agree'] !== '1' || !is_email($fields['email']) || !$is_short) {
        consent_register_end(422, 'Please go back, enter your email and tick the box.');
    }
    $notice = consent_register_notice($fields['notice']);
    if (is_wp_error($notice)) {
        consent_register_end(503, CONSENT_REGISTER_LATER);
    }
    if ($notice === null) {
        consent_register_end(409, CONSENT_REGISTER_CHANGED, $url);
    }
    $person = ['email' => $fields['email'], 'first_name' => $fields['first_name']];
    $submitted = $person + ['agree' => '1', 'notice' => $notice['name']];
    $user_agent = wp_check_invalid_utf8(wp_unslash($_SERVER['HTTP_USER_AGENT'] ?? ''));
    $result = consent_register_record(
        $notice,
        $person,
        [
            'url' => $url,
            'html' => consent_register_fields($notice, $fields['key'], $page),
            'user_agent' => mb_substr($user_agent, 0, 500),
            'submitted' => wp_json_encode($submitted, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
        ],
        $fields['key'],
    );
    if (consent_register_forgets_notices($result)) {
        consent_register_end(409, CONSENT_REGISTER_CHANGED, $url);
    }
    $status = is_wp_error($result) ? $result->get_error_data()['status'] : 200;
    $refused = is_wp_error($result) ? array_column($result->get_error_data()['errors'] ?? [], 'field') : [];
    if ($refused && !preg_grep('/^userData/', $refused)) {
        $status = 0; // A setting is wrong, such as the project, and nothing that the visitor typed.
    }
    match ($status) {
        200 => consent_register_end(200, 'Thank you, you are subscribed.'),
        409 => consent_register_end(409, 'This form was sent before with other details. Please fill in a new one.', $url),
        400, 413, 422 => consent_register_end($status, 'We could not accept your details. Please go back and check them.'),
        default => consent_register_end(503, CONSENT_REGISTER_LATER),
    };
}
add_action('admin_post_nopriv_consent_register', 'consent_register_submitted');
add_action('admin_post_consent_register', 'consent_register_submitted');
