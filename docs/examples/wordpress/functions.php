<?php
/**
 * Plugin Name: Consent Register
 *
 * Copy this file and consent-register-client.php, the PHP client of Consent Register, to wp-content/plugins/consent-register/, and activate
 * the plugin. Or paste everything except its first line at the end of the functions.php of a child theme. The shortcode
 * [consent_register_form] shows the notice and a form in a page, a widget, the header or the footer. When the person sends the form, a hook
 * records their consent to the version it showed. The proof is the form's HTML, the address of the page, and what the person sent. A double
 * click records once. The notice is kept in an option. A page with the form is not cached: if it stands on all pages, none is.
 *
 * With a form plugin, call consent_register_record() from the plugin's hook instead, such as wpcf7_before_send_mail of Contact Form 7.
 * Pass the form's wp_generate_uuid4() as key, and consent_register_notice() as notice: the form must show its text.
 *
 * Environment, or constants of the same name in wp-config.php, above its line "stop editing": REGISTER_URL,
 * REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice), REGISTER_LANG (language of its text;
 * default eng).
 *
 * It needs PHP 8.1 and WordPress 5.9 or newer.
 */

function consent_register_setting($name, $default = '')
{
    return (string) (defined($name) ? constant($name) : getenv($name)) ?: $default;
}

class_exists(\ConsentRegister\Client::class) || require_once __DIR__ . '/consent-register-client.php';

/** Sends with WordPress, which knows the proxy of the site and its certificates. */
function consent_register_send($url, $headers, $body, $seconds)
{
    $response = wp_remote_post($url, ['headers' => $headers, 'body' => $body, 'timeout' => $seconds, 'redirection' => 0]);
    if (is_wp_error($response)) {
        throw new RuntimeException($response->get_error_message());
    }
    $told = [];
    foreach (['content-type', 'retry-after', 'location', 'apigw-requestid'] as $name) {
        $told[$name] = (string) wp_remote_retrieve_header($response, $name);
    }
    $status = (int) wp_remote_retrieve_response_code($response);
    return ['status' => $status, 'headers' => array_filter($told), 'body' => wp_remote_retrieve_body($response)];
}

/** Calls the client: at most four tries and 15 seconds for a request. Returns the answer, or a WP_Error whose data has the status. */
function consent_register_call($call)
{
    try {
        return $call(new \ConsentRegister\Client(
            consent_register_setting('REGISTER_URL'),
            key: consent_register_setting('REGISTER_KEY'),
            attempts: 4,
            timeout: 10,
            totalTime: 15,
            transport: 'consent_register_send',
        ));
    } catch (\ConsentRegister\ConsentRegisterError $error) {
        error_log("Consent register: {$error->getMessage()}");
        $status = $error->status === 200 ? 0 : (int) $error->status; // A 200 that is not of the register is no answer.
        return new WP_Error($error->code, $error->detail, ['status' => $status, 'errors' => $error->errors]);
    } catch (LogicException $error) {
        error_log("Consent register: {$error->getMessage()}");
        return new WP_Error('setting.wrong', $error->getMessage(), ['status' => 0]);
    }
}

function consent_register_notice_option()
{
    $parts = array_map('consent_register_setting', ['REGISTER_URL', 'REGISTER_PID', 'REGISTER_LANG'], ['', '', 'eng']);
    return 'consent_register_notice_' . md5(implode(' ', $parts));
}

/** If the register no longer knows a version, such as after a restore, deletes the kept notice and returns true. */
function consent_register_forgets_notice($result)
{
    $data = is_wp_error($result) ? $result->get_error_data() : [];
    $fields = array_column($data['errors'] ?? [], 'field');
    $is_unknown = ($data['status'] ?? 0) === 422 && in_array('consentInformationVersionId', $fields, true);
    if ($is_unknown) {
        delete_option(consent_register_notice_option());
    }
    return $is_unknown;
}

/**
 * The current notice. It asks the register every five minutes. If the register does not answer: the last version, or else a WP_Error, and no
 * other page waits for the register for some seconds.
 */
function consent_register_notice()
{
    $pid = (int) consent_register_setting('REGISTER_PID');
    $option = consent_register_notice_option();
    $kept = get_option($option) ?: ['asked_at' => 0, 'notice' => null];
    if (abs(time() - $kept['asked_at']) < ($kept['notice'] ? 300 : 15)) {
        return $kept['notice'] ?? new WP_Error('notice.missing', 'The register did not answer a moment ago.', ['status' => 503]);
    }
    update_option($option, ['asked_at' => time()] + $kept, false); // While this request asks, others show the last version.
    $answer = consent_register_call(fn ($client) => $client->getNotices(['pid' => $pid]));
    $lang = consent_register_setting('REGISTER_LANG', 'eng');
    $found = is_wp_error($answer) ? $answer : consent_register_shown($answer['data'][$pid] ?? [], $lang);
    if (is_wp_error($found)) {
        return $kept['notice'] ?? $found;
    }
    update_option($option, ['asked_at' => time(), 'notice' => $found], false);
    return $found;
}

/** The notice in this language, or else in the first it has. */
function consent_register_shown($notice, $wanted)
{
    $tags = ['ita' => 'it', 'eng' => 'en', 'spa' => 'es', 'deu' => 'de', 'fra' => 'fr', 'tur' => 'tr', 'por' => 'pt', 'rus' => 'ru', 'ukr' => 'uk'];
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

/**
 * Records a consent to the notice that the form showed. Returns the register's answer, or a WP_Error whose data has the status. The same key
 * with the same data records once. With other data it is another person's: a cache may have given both the same page.
 */
function consent_register_record($notice, $user_data, $proof, $key)
{
    $key = hash('sha256', serialize([$key, $notice, $user_data, $proof]));
    return consent_register_call(fn ($client) => $client->addConsent([
        'projectUid' => consent_register_setting('REGISTER_PROJECT'),
        'consentInformationVersionId' => $notice['id'],
        'lang' => $notice['lang'],
        'channel' => 'web.form',
        'proof' => $proof + ['validity_days' => (string) $notice['validity_days']],
        'userData' => $user_data,
    ], $key));
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

/** Block themes change quotes in a page to curly ones, and add paragraphs to a shortcode. Keep the form and its notice unchanged. */
add_filter('no_texturize_tags', fn ($tags) => [...$tags, 'form']);
add_filter('render_block_core/shortcode', function ($html, $block) {
    return str_contains($block['innerHTML'], CONSENT_REGISTER_ACTION) ? $block['innerHTML'] : $html;
}, 10, 2);

const CONSENT_REGISTER_ACTION = '<input type="hidden" name="action" value="consent_register">';
const CONSENT_REGISTER_LATER = 'We cannot subscribe you right now. Please try again later.';
const CONSENT_REGISTER_CHANGED = 'The text has changed. Please read it and fill in the form again.';

/** The notice of this page: the register is asked once for each page. */
function consent_register_page_notice()
{
    static $notice;
    return $notice ??= consent_register_notice();
}

/** The address of this page, without its query. */
function consent_register_page()
{
    global $wp;
    return is_singular() ? get_permalink(get_queried_object_id()) : home_url('/' . ($wp->request ?? ''));
}

/**
 * A form is for one visitor, wherever it stands. Plugins that cache pages look at the constant when the page is complete; proxies and
 * browsers look at the headers.
 */
function consent_register_forbid_caching()
{
    defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
    headers_sent() || nocache_headers();
}

/** Keeps a page until it is complete: a form in its footer can then still set headers. WordPress sends it at the end. */
add_filter('template_include', function ($template) {
    ob_start();
    return $template;
}, PHP_INT_MAX);

add_shortcode('consent_register_form', function () {
    consent_register_forbid_caching();
    $notice = consent_register_page_notice();
    if (is_wp_error($notice)) {
        if (is_singular() && doing_filter('the_content') && !headers_sent()) {
            status_header(503); // Not where the form is only beside the content.
        }
        return '<p>' . CONSENT_REGISTER_LATER . '</p>';
    }
    // It has no nonce: all who are not signed in have the same, and it ends within a day.
    return '<form method="post" action="' . esc_url(admin_url('admin-post.php')) . '">'
        . CONSENT_REGISTER_ACTION
        . '<section lang="' . esc_attr($notice['tag']) . '"><h2>' . esc_html($notice['title']) . "</h2>{$notice['html']}</section>"
        . consent_register_fields($notice, wp_generate_uuid4(), consent_register_page()) . '</form>';
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
    $url = wp_validate_redirect($fields['page'], home_url('/')); // Of this site.
    $is_short = mb_strlen($fields['email']) <= 200 && mb_strlen($fields['first_name']) <= 100;
    if (!wp_is_uuid($fields['key'], 4) || $fields['agree'] !== '1' || !is_email($fields['email']) || !$is_short) {
        consent_register_end(422, 'Please go back, enter your email and tick the box.');
    }
    $notice = consent_register_notice();
    if (is_wp_error($notice)) {
        consent_register_end(503, CONSENT_REGISTER_LATER);
    }
    if ($notice['name'] !== $fields['notice']) {
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
            'html' => consent_register_fields($notice, $fields['key'], $url),
            'user_agent' => mb_substr($user_agent, 0, 500),
            'submitted' => wp_json_encode($submitted, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES),
        ],
        $fields['key'],
    );
    if (consent_register_forgets_notice($result)) {
        consent_register_end(409, CONSENT_REGISTER_CHANGED, $url);
    }
    $status = is_wp_error($result) ? $result->get_error_data()['status'] : 200;
    $refused = is_wp_error($result) ? array_column($result->get_error_data()['errors'] ?? [], 'field') : [];
    if ($refused && !preg_grep('/^userData/', $refused)) {
        $status = 0; // A setting is wrong, such as the project, and nothing that the visitor typed.
    }
    match ($status) {
        200 => consent_register_end(200, 'Thank you, you are subscribed.'),
        400, 413, 422 => consent_register_end($status, 'We could not accept your details. Please go back and check them.'),
        default => consent_register_end(503, CONSENT_REGISTER_LATER),
    };
}
add_action('admin_post_nopriv_consent_register', 'consent_register_submitted');
add_action('admin_post_consent_register', 'consent_register_submitted');
