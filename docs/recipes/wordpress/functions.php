<?php
/**
 * For the functions.php of a theme, or a plugin of its own: the shortcode [newsletter_form] shows a form, and a hook on its
 * submission records the consent, with the form's HTML and the address of the page as proof. Each form has an Idempotency-Key of its
 * own, so that a double click records once. The tokens are kept in a transient.
 *
 * For a form plugin call consent_register_record() from its hook instead, such as wpcf7_before_send_mail of Contact Form 7.
 *
 * Environment, or constants of the same name in wp-config.php: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD, REGISTER_PROJECT
 * (uid of the project), REGISTER_PID (PID of the notice).
 *
 * It needs PHP 8.0 and WordPress 5.9 or newer.
 */

function consent_register_setting($name)
{
    return defined($name) ? constant($name) : (string) getenv($name);
}

/** Posts to the register. Waits as Retry-After says and tries again, four times at most. Returns status and body; 0 is no answer. */
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
        $told = wp_remote_retrieve_header($response, 'retry-after');
        $wait = ctype_digit((string) $told) ? (int) $told : 2 ** ($try - 1);
        if (!in_array($status, [0, 429, 502, 503, 504], true) || $try === 4 || $wait > 5) {
            return [$status, is_array($body) ? $body : []];
        }
        sleep($wait);
    }
}

/** A good access token: the one of the transient, refreshed where it has expired or was refused, or that of a new login. */
function consent_register_token($refused = null)
{
    $tokens = get_transient('consent_register_tokens');
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
    set_transient('consent_register_tokens', $body, 30 * DAY_IN_SECONDS);
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
function newsletter_form_fields($key, $page)
{
    return '<input type="hidden" name="key" value="' . esc_attr($key) . '">
        <input type="hidden" name="page" value="' . esc_attr($page) . '">
        <label>First name <input name="first_name" maxlength="100"></label>
        <label>Email <input name="email" type="email" maxlength="200" required></label>
        <label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
          <a href="/newsletter-notice">how my data is used</a>.</label>
        <button>Subscribe</button>';
}

add_shortcode('newsletter_form', function () {
    return '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">'
        . '<input type="hidden" name="action" value="newsletter">'
        . wp_nonce_field('newsletter', '_wpnonce', true, false)
        . newsletter_form_fields(wp_generate_uuid4(), get_the_ID()) . '</form>';
});

function newsletter_submitted()
{
    check_admin_referer('newsletter');
    $fields = array_map('sanitize_text_field', wp_unslash(array_filter($_POST, 'is_string')));
    $email = sanitize_email($fields['email'] ?? '');
    if (!wp_is_uuid($fields['key'] ?? '', 4) || ($fields['agree'] ?? '') !== '1' || !is_email($email)) {
        wp_die('Please go back, give your email and tick the box.', 'Newsletter', ['response' => 422]);
    }
    $page = (int) ($fields['page'] ?? 0);
    $result = consent_register_record(
        ['email' => $email, 'first_name' => $fields['first_name'] ?? ''],
        ['url' => get_permalink($page) ?: home_url('/'), 'html' => newsletter_form_fields($fields['key'], $page)],
        $fields['key'],
    );
    $texts = [
        409 => 'This form was sent before, with other details. Please go back, reload the page and fill in the form again.',
        422 => 'What you sent was refused. Please go back and check it.',
    ];
    if (is_wp_error($result)) {
        $status = $result->get_error_data()['status'];
        $text = $texts[$status] ?? 'You could not be subscribed just now. Please try again later.';
        wp_die($text, 'Newsletter', ['response' => isset($texts[$status]) ? $status : 503]);
    }
    wp_die('Thank you, you are subscribed.', 'Newsletter', ['response' => 200]);
}
add_action('admin_post_nopriv_newsletter', 'newsletter_submitted');
add_action('admin_post_newsletter', 'newsletter_submitted');
