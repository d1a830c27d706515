<?php
/**
 * Plugin Name: Consent Register
 *
 * Copy this file to wp-content/plugins/consent-register.php and activate it, or paste all but its first line at the end of the
 * functions.php of a child theme. The shortcode [consent_register_form] in a page shows a form, and a hook on its submission
 * records the consent, with the form's HTML and the address of the page as proof. Each form has an Idempotency-Key of its own, so
 * that a double click records once. The tokens are kept in an option, which one request at a time reads and writes.
 *
 * For a form plugin call consent_register_record() from its hook instead, such as wpcf7_before_send_mail of Contact Form 7, with a
 * wp_generate_uuid4() as key.
 *
 * Environment, or constants of the same name in wp-config.php, above its line "stop editing": REGISTER_URL, REGISTER_EMAIL,
 * REGISTER_PASSWORD, REGISTER_PROJECT (uid of the project), REGISTER_PID (PID of the notice).
 *
 * It needs PHP 8.0 and WordPress 5.9 or newer.
 */

function consent_register_setting($name)
{
    return defined($name) ? constant($name) : (string) getenv($name);
}

/** Posts to the register; on no good answer waits as Retry-After says and tries again, four times at most. Status 0: no answer. */
function consent_register_send($path, $parameters, $headers = [])
{
    for ($try = 1; ; $try++) {
        $response = wp_remote_post(consent_register_setting('REGISTER_URL') . $path, [
            'body' => http_build_query($parameters),
            'headers' => ['Content-Type' => 'application/x-www-form-urlencoded', 'Accept' => 'application/json'] + $headers,
            'timeout' => 10,
            'redirection' => 0,
        ]);
        $status = (int) wp_remote_retrieve_response_code($response);
        $body = json_decode((string) wp_remote_retrieve_body($response), true);
        $status = $status === 200 && !is_array($body) ? 0 : $status;
        $told = wp_remote_retrieve_header($response, 'retry-after');
        $wait = ctype_digit((string) $told) ? (int) $told : 2 ** ($try - 1);
        if (!in_array($status, [0, 429, 502, 503, 504], true) || $try === 4 || $wait > 5) {
            return [$status, is_array($body) ? $body : []];
        }
        sleep($wait);
    }
}

/** A good access token. One request at a time gets new ones, so that all share a login and a refresh token is used once. */
function consent_register_token($refused = null)
{
    global $wpdb;
    $lock = wp_hash('consent_register_tokens');
    $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, 30)', $lock));
    wp_cache_delete('consent_register_tokens', 'options'); // What another request has written meanwhile is to be seen.
    $token = consent_register_good_token(get_option('consent_register_tokens'), $refused);
    $wpdb->get_var($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $lock));
    return $token;
}

/** The token of the option, refreshed where it has expired or was refused, or that of a new login. */
function consent_register_good_token($tokens, $refused)
{
    if (is_array($tokens) && $tokens['expires_at'] > time() + 60 && $tokens['access_token'] !== $refused) {
        return $tokens['access_token'];
    }
    $status = 401;
    if (is_array($tokens)) {
        [$status, $body] = consent_register_send('/refresh-token', ['refresh_token' => $tokens['refresh_token']]);
    }
    if ($status === 401) {
        [$status, $body] = consent_register_send('/login', [
            'email' => consent_register_setting('REGISTER_EMAIL'),
            'password' => consent_register_setting('REGISTER_PASSWORD'),
        ]);
    }
    if ($status !== 200) {
        return consent_register_error($status, $body);
    }
    $body['expires_at'] = time() + $body['expires_in'];
    update_option('consent_register_tokens', $body, false);
    return $body['access_token'];
}

function consent_register_error($status, $body)
{
    $detail = $body['detail'] ?? 'The register cannot be reached.';
    error_log("Consent register: $status {$detail} " . wp_json_encode($body['errors'] ?? []));
    return new WP_Error($body['code'] ?? 'register.unavailable', $detail, ['status' => $status] + $body);
}

/** Records a consent. Returns the register's answer, or a WP_Error whose data has the status. */
function consent_register_record($user_data, $proof, $key)
{
    $parameters = [
        'projectUid' => consent_register_setting('REGISTER_PROJECT'),
        'consentInformationPid' => consent_register_setting('REGISTER_PID'),
        'channel' => 'web.form',
        'proof' => $proof,
        'userData' => $user_data,
    ];
    $refused = null;
    do {
        $token = consent_register_token($refused);
        if (is_wp_error($token)) {
            return $token;
        }
        $headers = ['Authorization' => "Bearer $token", 'Idempotency-Key' => $key];
        [$status, $body] = consent_register_send('/consent-register/add', $parameters, $headers);
        $again = $status === 401 && $refused === null;
        $refused = $token;
    } while ($again);
    return $status === 200 ? $body : consent_register_error($status, $body);
}

/** The form as people see it: what is shown is what is stored as proof. */
function consent_register_fields($key, $page)
{
    return '<input type="hidden" name="key" value="' . esc_attr($key) . '">
        <input type="hidden" name="page" value="' . esc_attr($page) . '">
        <label>First name <input name="first_name" maxlength="100"></label>
        <label>Email <input name="email" type="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I\'d like the newsletter and have read
          <a href="/newsletter-notice">how my data is used</a>.</label>
        <button>Subscribe</button>';
}

/** Block themes make the quotes of a whole page curly; the form is to stay as it is stored. */
add_filter('no_texturize_tags', fn ($tags) => [...$tags, 'form']);

add_shortcode('consent_register_form', function () {
    $page = (int) get_the_ID();
    return '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">'
        . '<input type="hidden" name="action" value="consent_register">'
        . wp_nonce_field("consent_register_$page", '_wpnonce', true, false)
        . consent_register_fields(wp_generate_uuid4(), $page) . '</form>';
});

/** A form is for one visitor: caches of pages must not give it to others. */
add_action('template_redirect', function () {
    if (is_singular() && has_shortcode(get_post()->post_content, 'consent_register_form')) {
        defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
        nocache_headers();
    }
});

/** Checks what was typed and does not sanitize it: sanitize_email() would make another person's address of a wrong one. */
function consent_register_submitted()
{
    $sent = wp_unslash(array_filter($_POST, 'is_string'));
    $fields = array_map(fn ($text) => trim(wp_check_invalid_utf8($text)), $sent);
    $fields += ['key' => '', 'page' => '', 'email' => '', 'first_name' => '', 'agree' => ''];
    $page = (int) $fields['page'];
    check_admin_referer("consent_register_$page");
    $is_short = mb_strlen($fields['email']) <= 200 && mb_strlen($fields['first_name']) <= 100;
    if (!wp_is_uuid($fields['key'], 4) || $fields['agree'] !== '1' || !is_email($fields['email']) || !$is_short) {
        wp_die('Please go back, give your email and tick the box.', 'Newsletter', ['response' => 422, 'back_link' => true]);
    }
    $result = consent_register_record(
        ['email' => $fields['email'], 'first_name' => $fields['first_name']],
        ['url' => get_permalink($page) ?: home_url('/'), 'html' => consent_register_fields($fields['key'], $page)],
        $fields['key'],
    );
    $texts = [
        409 => 'This form was sent before, with other details. Please go back, reload the page and fill in the form again.',
        422 => 'What you sent was refused. Please go back and check it.',
    ];
    if (is_wp_error($result)) {
        $status = $result->get_error_data()['status'];
        $text = $texts[$status] ?? 'You could not be subscribed just now. Please try again later.';
        wp_die($text, 'Newsletter', ['response' => isset($texts[$status]) ? $status : 503, 'back_link' => true]);
    }
    wp_die('Thank you, you are subscribed.', 'Newsletter', ['response' => 200]);
}
add_action('admin_post_nopriv_consent_register', 'consent_register_submitted');
add_action('admin_post_consent_register', 'consent_register_submitted');
