<?php
/** As much of WordPress as the recipe uses, and a site with one page; for `php -S`. STATE is a directory for transients. */

const DAY_IN_SECONDS = 86400;

final class WP_Error
{
    public function __construct(private string $code = '', private string $message = '', private mixed $data = null)
    {
    }

    public function get_error_data(): mixed
    {
        return $this->data;
    }
}

$hooks = [];

function add_action($name, $function)
{
    $GLOBALS['hooks'][$name][] = $function;
}

function add_shortcode($name, $function)
{
    $GLOBALS['hooks']["[$name]"] = [$function];
}

function is_wp_error($thing)
{
    return $thing instanceof WP_Error;
}

function transient_file($name)
{
    return getenv('STATE') . "/$name";
}

function get_transient($name)
{
    [$end, $value] = is_file(transient_file($name)) ? unserialize(file_get_contents(transient_file($name))) : [0, false];
    return $end > time() ? $value : false;
}

function set_transient($name, $value, $seconds = 0)
{
    return (bool) file_put_contents(transient_file($name), serialize([time() + $seconds, $value]));
}

function wp_remote_post($url, $options)
{
    $headers = array_map(fn ($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $options['body'], 'timeout' => $options['timeout']];
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true, 'follow_location' => 0]]);
    $body = @file_get_contents($url, false, $context);
    if ($body === false) {
        return new WP_Error('http_request_failed', 'No answer.');
    }
    $answer = ['headers' => [], 'body' => $body, 'status' => (int) explode(' ', $http_response_header[0])[1]];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $answer['headers'][strtolower($name)] = $value;
    }
    return $answer;
}

function wp_remote_retrieve_response_code($response)
{
    return is_wp_error($response) ? '' : $response['status'];
}

function wp_remote_retrieve_body($response)
{
    return is_wp_error($response) ? '' : $response['body'];
}

function wp_remote_retrieve_header($response, $name)
{
    return is_wp_error($response) ? '' : ($response['headers'][$name] ?? '');
}

function wp_json_encode($value)
{
    return json_encode($value);
}

function esc_attr($text)
{
    return htmlspecialchars((string) $text, ENT_QUOTES);
}

function esc_url($url)
{
    return htmlspecialchars($url, ENT_QUOTES);
}

function admin_url($path)
{
    return "/wp-admin/$path";
}

function home_url($path)
{
    return "https://shop.example$path";
}

function get_the_ID()
{
    return 7;
}

function get_permalink($id)
{
    return $id === 7 ? 'https://shop.example/newsletter/' : false;
}

function wp_nonce_field($action, $name, $referer, $echo)
{
    $field = '<input type="hidden" name="' . $name . '" value="nonce-' . $action . '">';
    return $echo ? print $field : $field;
}

function check_admin_referer($action)
{
    if (($_POST['_wpnonce'] ?? '') !== "nonce-$action") {
        wp_die('The link you followed has expired.', '', ['response' => 403]);
    }
}

function wp_generate_uuid4()
{
    return preg_replace('/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/', '$1-$2-4$3-8$4-$5', bin2hex(random_bytes(17)));
}

function wp_is_uuid($text, $version)
{
    return (bool) preg_match("/^[0-9a-f]{8}-[0-9a-f]{4}-{$version}[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/D", $text);
}

function wp_unslash($value)
{
    return is_array($value) ? array_map('wp_unslash', $value) : stripslashes($value);
}

function sanitize_text_field($text)
{
    return trim(preg_replace('/\s+/', ' ', strip_tags($text)));
}

function sanitize_email($text)
{
    return preg_replace('/[^a-z0-9+_.@-]/i', '', $text);
}

function is_email($text)
{
    return filter_var($text, FILTER_VALIDATE_EMAIL);
}

function wp_die($text, $title, $options)
{
    http_response_code($options['response']);
    exit("<title>$title</title><p>$text</p>");
}

require getenv('RECIPE');

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $_POST = array_map(fn ($value) => is_string($value) ? addslashes($value) : $value, $_POST);
    foreach ($hooks['admin_post_nopriv_' . ($_POST['action'] ?? '')] ?? [] as $function) {
        $function();
    }
    exit;
}
echo '<h1>Newsletter</h1>', $hooks['[newsletter_form]'][0]();
